// whet runner: the process in which candidates run. It is started by whet itself.

#include "judge/process/runner.h"
#include "cli/frame/commands.h"
#include "judge/sandbox/confined_command.h"
#include "util/system/child_process.h"

namespace whet {

namespace {

struct RunnerOptions {
  std::string directory;
  std::vector<std::string> readable;
  std::vector<std::string> command;
  bool supervise = false, probe = false;
};

Result<ExitCode> run_runner(const RunnerOptions& options, Context& context) {
  if (options.supervise) return become_confined({}, options.command, true);
  if (!options.directory.empty()) return become_confined({options.directory, options.readable}, options.command);
  if (options.probe) {
    TRY(level, confine_command({}));
    context.print(to_json(level).dump(-1) + "\n");
    return ExitCode::ok;
  }
  if (!is_socket(k_child_socket)) return bad_input("`whet runner` is started by whet itself", {}, "try `whet --help`");
  TRY(window, SharedMemory::attach(Descriptor(k_child_memory)));
  TRY_VOID(run_runner(k_child_socket, window, context.knowledge));
  return ExitCode::ok;
}

}  // namespace

CliCommand runner_command() {
  auto options = std::make_shared<RunnerOptions>();
  CliCommand command{
      .name = "runner",
      .summary = "the process in which candidates run; started by whet itself",
      .example = "whet runner --confine DIR -- nvcc ...",
      .options = {{"--confine", "run a command that can write only to this directory", &options->directory, "DIR"},
                  {"--read", "what the command may read in addition to the system", &options->readable, "PATH"},
                  {"--supervise", "run a command within limits, and end it when whet ends", &options->supervise},
                  {"--probe", "print what confines a command here", &options->probe},
                  {"command", "the command", &options->command, "WORD"}},
      .run = [options](Context& context) { return run_runner(*options, context); },
      .storage = options};
  command.hidden = true;
  return command;
}

}  // namespace whet
