// whet specs: hardware facts with their sources.
#include <cctype>

#include "calibrate/calibration_file.h"
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "hardware/gpu.h"
#include "report/facts/specs_list_view.h"
#include "report/facts/specs_measured_view.h"
#include "report/facts/specs_view.h"
#include "report/facts/specs_why_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct SpecsOptions {
  std::string name;
  std::string why;
  bool list = false;
  bool measured = false;
  bool json = false;
};

// "9.0", "sm_90", "gfx942"; no GPU has such a name.
bool looks_like_capability(const std::string& name) {
  const std::string text = lower(name);
  const bool number =
      !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) && text.find('.') != std::string::npos;
  return number || text.starts_with("sm_") || text.starts_with("gfx");
}

Result<ExitCode> show_list(const Hardware& hardware, OutputFormat format, Context& context) {
  TRY(gpus, hardware.all_gpus());
  TRY(capabilities, hardware.all_capabilities());
  show(collect_list(gpus, capabilities), format, context);
  return ExitCode::ok;
}

// Subject: a Gpu, or the FactSheet of a capability.
template <typename Subject>
Result<ExitCode> show_subject(const Subject& subject, const SpecsOptions& options, const Hardware& hardware,
                              Context& context) {
  const OutputFormat format = output_format(options.json);
  if (!options.why.empty()) {
    TRY(sources, hardware.sources());
    TRY(view, collect_why(subject, options.why, sources));
    show(view, format, context);
  } else if (options.measured) {
    TRY(figures, hardware.measurements());
    TRY(curves, hardware.curves());
    SpecsMeasuredView view = collect_measured(subject, figures, curves);
    if constexpr (std::is_same_v<Subject, Gpu>)
      view.calibrations = calibrations_of(subject.product.id, context.cache_directory, context.files, view.notes);
    show(view, format, context);
  } else {
    show(collect_specs(subject), format, context);
  }
  return ExitCode::ok;
}

Result<ExitCode> run_specs(const SpecsOptions& options, Context& context) {
  const Hardware hardware(context.knowledge);
  if (options.list) return show_list(hardware, output_format(options.json), context);
  if (options.name.empty()) {
    return bad_input("no GPU or compute capability is named", {}, "`whet specs h200`; `whet specs --list` shows all");
  }
  if (looks_like_capability(options.name)) {
    TRY(capability, hardware.capability(options.name));
    return show_subject(capability, options, hardware, context);
  }
  TRY(gpu, hardware.gpu(options.name));
  return show_subject(gpu, options, hardware, context);
}

}  // namespace

CliCommand specs_command() {
  auto options = std::make_shared<SpecsOptions>();
  return {
      .name = "specs",
      .summary = "show hardware facts of a GPU or compute capability, each with its source",
      .example = "whet specs h200 --why l2",
      .options = {{"gpu", "a GPU (h200, \"NVIDIA H200\") or a compute capability (9.0, sm_90)", &options->name, "GPU"},
                  {"--why", "show where one fact comes from, and which sources disagree", &options->why, "FACT"},
                  {"--measured", "show what was measured on it instead of its facts", &options->measured},
                  {"--list", "list every GPU and compute capability", &options->list},
                  json_option(&options->json)},
      .run = [options](Context& context) { return run_specs(*options, context); },
      .storage = options};
}

}  // namespace whet
