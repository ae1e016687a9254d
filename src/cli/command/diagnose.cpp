// whet diagnose: what binds a problem's kernels, how far they are from the ceiling, and what to do, ranked.
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "cli/run/device_ceilings.h"
#include "cli/run/diagnosis_source.h"
#include "cli/run/record_reach.h"
#include "diagnose/fact_metrics.h"
#include "report/diagnose/diagnose_view.h"

namespace whet {

namespace {

struct DiagnoseFlags {
  CountedFlags counted;
  std::string kernel, save, page;
  std::vector<std::string> allow;
  bool verbose = false, json = false, markdown = false;
};

Result<PlanRequest> read_consents(const std::vector<std::string>& names) {
  PlanRequest request = without_consent();
  for (const std::string& name : names) {
    const auto consent = consent_named(name);
    if (!consent) return bad_input("`" + name + "` is nothing to consent to", "--allow", "numerics, layout or host");
    request.consents.push_back(*consent);
  }
  return request;
}

Result<DiagnoseView> diagnose_view(const DiagnosisRecord& record, const AdviceBook& book, const DiagnoseFlags& flags,
                                   Context& context) {
  TRY(measurements, Hardware(context.knowledge).measurements());
  std::vector<std::string> notes;
  auto gpu = gpu_of(record, context.knowledge);
  if (gpu) gpu->measured = calibration_for_device(record.launches.front().profile.device, context, notes);
  TRY(wanted, read_consents(flags.allow));
  DiagnoseView view = collect_diagnose(record, gpu ? &*gpu : nullptr, measurements, book, wanted);
  view.notes.insert(view.notes.end(), notes.begin(), notes.end());
  for (const Error& error : book.errors) view.notes.push_back(left_out(error));
  if (gpu) add_reach(record, *gpu, context.knowledge, view);
  view.detailed = flags.verbose || flags.markdown || !flags.page.empty();
  return view;
}

Result<ExitCode> run_diagnose(const DiagnoseFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("diagnose " + flags.counted.problem);
  const AdviceBook book = load_advice(context.knowledge);
  TRY(record, find_record(flags.counted, flags.kernel, facts_of_rules(book.run), context));
  if (!flags.save.empty()) TRY_VOID(save_record(record, flags.save, context.files));
  TRY(view, diagnose_view(record, book, flags, context));
  progress.clear();
  if (!flags.page.empty()) return write_page(view, "whet diagnose " + flags.counted.problem, flags.page, context);
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
      "  whet diagnose examples/softmax --device cuda:0\n"
      "  whet diagnose report.csv --kernel softmax     (ncu --csv, or what --save kept)\n"
      "  whet diagnose examples/softmax --html softmax.html";
  command.options = counted_option_table(&flags->counted);
  command.options.push_back(kernel_option(&flags->kernel));
  command.options.push_back(save_option(&flags->save));
  command.options.push_back(page_option(&flags->page));
  command.options.push_back(
      {"--allow", "methods that also change numerics, layout or host; may be repeated", &flags->allow, "WHAT"});
  command.options.push_back(
      {"-v,--verbose", "show evidence, and the rules that could not be decided", &flags->verbose});
  command.options.push_back({"--md", "print the report as Markdown", &flags->markdown});
  command.options.push_back(json_option(&flags->json));
  command.run = [flags](Context& context) { return run_diagnose(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
