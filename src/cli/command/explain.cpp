// whet explain: what a kernel computes, as mathematics, and the work that takes.
#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/lift_input.h"
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "report/explain/explain_view.h"

namespace whet {

namespace {

constexpr int64_t k_confirm_ns = 3'000'000'000;        // for all kernels of a file together
constexpr int64_t k_least_confirm_ns = 1'000'000'000;  // for each of them

struct ExplainOptions {
  std::string file;
  CodeOptions code;
  bool json = false, markdown = false;
};

// What still works where a meaning is not found.
std::string way_on(const ExplainOptions& options, const LiftInput& input) {
  if (!input.is_source) return "`whet inspect " + options.file + "` reads its machine code";
  return "the rest of whet does not need it: whet check " + options.file + " --ref reference.cpp compares it with a " +
         "reference of yours";
}

ExplainedKernel explained(const LiftInput& input, const LiftKernel& kernel, int64_t end_ns, const Clock& clock) {
  lift::ExplainRequest request;
  request.ptx = input.ptx;
  request.kernel = kernel.name;
  request.parameters = kernel.parameters;
  request.confirm.launch = kernel.launch;
  // What other kernels of the file took does not keep this one from being run.
  end_ns = std::max(end_ns, clock.monotonic_ns() + k_least_confirm_ns);
  request.confirm.is_time_over = [&clock, end_ns] { return clock.monotonic_ns() > end_ns; };
  ExplainedKernel result;
  result.signature = kernel.signature;
  auto found = lift::explain(request);
  if (found) {
    result.explanation = std::move(*found);
  } else {
    result.refusal = std::move(found).error();
  }
  return result;
}

Result<ExitCode> run_explain(const ExplainOptions& options, Context& context) {
  TRY(input, load_lift_input(options.file, options.code, context));
  const int64_t end_ns = context.clock.monotonic_ns() + k_confirm_ns;
  ExplainView view;
  view.file = options.file;
  bool any = false;
  for (const LiftKernel& kernel : input.kernels) {
    view.kernels.push_back(explained(input, kernel, end_ns, context.clock));
    any |= view.kernels.back().explanation.has_value();
  }
  if (!any && view.kernels.size() == 1 && !options.json) {
    Error error = *view.kernels[0].refusal;
    error.what = "what `" + view.kernels[0].signature + "` computes was not found: " + error.what;
    error.mend = way_on(options, input);
    return error;
  }
  const bool is_bare = options.file.ends_with(".cu");
  if (is_bare) view.next = {"whet init " + options.file + " (writes problem.toml)"};
  if (input.is_source && !is_bare) view.next = {"whet check " + options.file, "whet optimize " + options.file};
  show(view, output_format(options.json, options.markdown), context);
  if (!any) return ExitCode::bad_input;
  return view.any_refuted() ? ExitCode::bad_result : ExitCode::ok;
}

}  // namespace

CliCommand explain_command() {
  auto options = std::make_shared<ExplainOptions>();
  CliCommand command;
  command.name = "explain";
  command.summary = "what a kernel computes as a formula, its class, the work it needs; confirmed by running it";
  command.example =
      "  whet explain softmax.cu\n"
      "  whet explain examples/sgemm --json\n"
      "  whet explain kernels.ptx --kernel reduce";
  command.options = {
      {"file", ".cu, a problem, .ptx, or a .cubin, .fatbin, .o, .so that holds PTX", &options->file, "FILE", {}, true},
      {"--md", "print the report as Markdown", &options->markdown},
      json_option(&options->json),
  };
  for (Option& option : code_option_table(&options->code)) command.options.push_back(option);
  command.run = [options](Context& context) { return run_explain(*options, context); };
  command.storage = options;
  return command;
}

}  // namespace whet
