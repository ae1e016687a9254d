// whet profile: the metrics of a problem's launches under Nsight Compute's names, kept, read back and compared.
#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "cli/run/diagnosis_source.h"
#include "cli/run/ncu_kernel.h"
#include "diagnose/fact_metrics.h"
#include "report/diagnose/profile_view.h"

namespace whet {

namespace {

struct ProfileFlags {
  CountedFlags counted;
  std::string save, against, kernel, page;
  bool all = false, json = false, markdown = false;
};

// Launches are compared in their order.
Result<DiagnosisRecord> find_before(const ProfileFlags& flags, size_t launches, Context& context) {
  CountedFlags before = flags.counted;
  before.problem = flags.against;
  const bool is_report = is_ncu_file(flags.against);
  TRY(record, is_report ? find_record(before, flags.kernel, {}, context) : read_saved(flags.against, context.files));
  if (record.launches.size() != launches)
    return bad_input(fmt::format("{} launches are compared with {}", launches, record.launches.size()), flags.against,
                     "compare profiles with as many launches");
  return record;
}

Result<ProfileView> profile_view(const ProfileFlags& flags, DiagnosisRecord record, Context& context) {
  TRY(measurements, Hardware(context.knowledge).measurements());
  std::optional<DiagnosisRecord> before;
  if (!flags.against.empty()) {
    TRY(found, find_before(flags, record.launches.size(), context));
    before = std::move(found);
  }
  const auto gpu = gpu_of(record, context.knowledge);
  ProfileView view = collect_profile(std::move(record), std::move(before), gpu ? &*gpu : nullptr, measurements);
  view.all = flags.all;
  return view;
}

Result<ExitCode> run_profile(const ProfileFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("profile " + flags.counted.problem);
  TRY(record, find_record(flags.counted, flags.kernel, all_run_facts(), context));
  if (!flags.save.empty()) TRY_VOID(save_record(record, flags.save, context.files));
  TRY(view, profile_view(flags, std::move(record), context));
  progress.clear();
  if (!flags.page.empty()) return write_page(view, "whet profile " + flags.counted.problem, flags.page, context);
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand profile_command() {
  auto flags = std::make_shared<ProfileFlags>();
  CliCommand command;
  command.name = "profile";
  command.summary = "count a kernel's launches: metrics under Nsight Compute's names, hot lines, what changed";
  command.example =
      "  whet profile examples/softmax --save before.json\n"
      "  whet profile faster --against before.json\n"
      "  whet profile examples/softmax --device cuda:0 --collector ncu\n"
      "  whet profile report.csv --kernel softmax     (ncu --csv, or a .ncu-rep where ncu is installed)";
  command.options = counted_option_table(&flags->counted);
  command.options.push_back(kernel_option(&flags->kernel));
  command.options.push_back(save_option(&flags->save));
  command.options.push_back(page_option(&flags->page));
  command.options.push_back({"--against", "compare with a profile that was saved, or with a report of Nsight Compute",
                             &flags->against, "FILE"});
  command.options.push_back({"--all", "show metrics that are 0, and all lines", &flags->all});
  command.options.push_back({"--md", "print the report as Markdown", &flags->markdown});
  command.options.push_back(json_option(&flags->json));
  command.run = [flags](Context& context) { return run_profile(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
