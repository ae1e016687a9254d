// whet sanitized: one call of a candidate under compute-sanitizer, prepared by `whet check --sanitize`.
#include "cli/frame/commands.h"
#include "device/open/open_device.h"
#include "device/virtual/virtual_device.h"
#include "judge/sanitizer/sanitized_run.h"

namespace whet {

namespace {

struct SanitizedOptions {
  std::string directory, device = "cuda:0";
};

Result<ExitCode> run_sanitized(const SanitizedOptions& options, Context& context) {
  TRY(opened, open_device(options.device, {}, context.knowledge));
  TRY_VOID(make_sanitized_run(options.directory, *opened.device, context.files));
  return ExitCode::ok;
}

}  // namespace

CliCommand sanitized_command() {
  auto options = std::make_shared<SanitizedOptions>();
  CliCommand command{.name = "sanitized",
                     .summary = "one call of a candidate under compute-sanitizer; started by whet itself",
                     .example = "whet sanitized DIR --device cuda:0",
                     .options = {{"directory", "what the judge prepared", &options->directory, "DIR", {}, true},
                                 {"-d,--device", "the GPU", &options->device, "DEVICE"}},
                     .run = [options](Context& context) { return run_sanitized(*options, context); },
                     .storage = options};
  command.hidden = true;
  return command;
}

}  // namespace whet
