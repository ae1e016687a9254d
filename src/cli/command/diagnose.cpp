// whet diagnose: what binds a problem's kernels, how far they are from the ceiling, and what to do, ranked.
#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "cli/run/counted_problem.h"
#include "cli/run/ncu_kernel.h"
#include "report/diagnose/diagnose_view.h"

namespace whet {

namespace {

struct DiagnoseFlags {
  CountedFlags counted;
  std::string kernel;
  bool verbose = false, json = false, markdown = false;
};

Result<PhysicsFloor> ceiling_of(const CountedProblem& counted, const Knowledge& knowledge) {
  TRY(measurements, Hardware(knowledge).measurements());
  return roofline(floor_input(counted.problem, counted.resolved), counted.opened.device->facts().gpu, measurements);
}

DiagnoseView begin_view(const DiagnoseFlags& flags, const CountedProblem& counted) {
  DiagnoseView view;
  view.problem = flags.counted.problem;
  view.device = counted.opened.device->facts().name;
  view.gpu = counted.opened.device->facts().gpu.product.name;
  view.compiled = fmt::format("{} by {}", counted.build.architecture.name(), counted.build.compiler);
  view.case_name = counted.resolved.name;
  view.dims = counted.resolved.dims;
  view.notes = counted.notes;
  if (counted.meaning.is_confirmed) view.patterns = counted.meaning.patterns;
  view.detailed = flags.verbose || flags.markdown;
  return view;
}

// Of a file of Nsight Compute: what its metrics tell, without the machine code and the work.
Result<DiagnoseView> diagnose_file(const DiagnoseFlags& flags, const std::vector<Rule>& rules, Context& context) {
  TRY(profile, read_ncu_kernel(flags.counted.problem, flags.kernel, context));
  DiagnoseView view;
  view.device = profile.device;
  view.detailed = flags.verbose || flags.markdown;
  RunKnowledge known;
  const auto gpu = Hardware(context.knowledge).gpu(profile.device);
  if (gpu) known.gpu = &*gpu;
  const LaunchDiagnosis found = diagnose_launch(std::move(profile), {}, {}, known, rules);
  view.launches.push_back(collect_diagnosis(found, [](const std::string&) { return std::string(); }));
  return view;
}

Result<DiagnoseView> diagnose_counted(const DiagnoseFlags& flags, const std::vector<Rule>& rules, Context& context) {
  TRY(counted, prepare_counted(flags.counted, context));
  const DiagnoseRequest request = counted.request(context.files);
  TRY(found, diagnose_problem(request, *counted.opened.as_virtual, context.files, rules));
  DiagnoseView view = begin_view(flags, counted);
  for (const LaunchDiagnosis& launch : found) view.launches.push_back(collect_diagnosis(launch, request.source));
  TRY(ceiling, ceiling_of(counted, context.knowledge));
  view.ceiling = std::move(ceiling);
  return view;
}

Result<ExitCode> run_diagnose(const DiagnoseFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("diagnose " + flags.counted.problem);
  const LoadedRules loaded = load_rules(context.knowledge, "rules/run/");
  const bool is_file = is_ncu_file(flags.counted.problem);
  TRY(view, is_file ? diagnose_file(flags, loaded.rules, context) : diagnose_counted(flags, loaded.rules, context));
  for (const Error& error : loaded.errors) view.notes.push_back(left_out(error));
  progress.clear();
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand diagnose_command() {
  auto flags = std::make_shared<DiagnoseFlags>();
  CliCommand command;
  command.name = "diagnose";
  command.summary = "say what binds a kernel, how far it is from the ceiling, and what to do, ranked by what it brings";
  command.example =
      "  whet diagnose examples/softmax\n"
      "  whet diagnose softmax.cu --device virtual:4090 --dims rows=4096 -v\n"
      "  whet diagnose report.csv --kernel softmax";
  command.options = counted_option_table(&flags->counted);
  command.options.push_back(
      {"-v,--verbose", "show evidence, and the rules that could not be decided", &flags->verbose});
  command.options.push_back({"--md", "print the report as Markdown", &flags->markdown});
  command.options.push_back(json_option(&flags->json));
  command.run = [flags](Context& context) { return run_diagnose(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
