// whet report: writes the folder of a run again from the store.
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/open_store.h"
#include "cli/run/stored_build.h"
#include "report/folder/run_folder.h"

namespace whet {

namespace {

struct ReportFlags {
  std::string run, output, project = ".";
  bool json = false, markdown = false;
};

Result<ExitCode> run_report(const ReportFlags& flags, Context& context) {
  TRY(store, open_store(flags.project, context));
  TRY(id, chosen_run(flags.run, store));
  TRY(run, run_with_baseline(store, id));
  const std::string folder = flags.output.empty() ? run_folder_of(store.project(), run) : flags.output;
  TRY(view, write_run_folder(store, id, folder, folder_inputs(store, run, folder, context), context.files));
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand report_command() {
  auto flags = std::make_shared<ReportFlags>();
  CliCommand command;
  command.name = "report";
  command.summary = "write a run's folder again: champion, every candidate, summary.md, report.html";
  command.example = "  whet report\n  whet report 3 --output /tmp/softmax";
  command.options = {
      {"run", "number of the run (default: the newest)", &flags->run, "RUN"},
      {"-o,--output", "folder to write (default: runs/KERNEL/TIME-RUN of the project)", &flags->output, "DIR"},
      project_option(&flags->project),
      {"--md", "print the summary as Markdown", &flags->markdown},
      json_option(&flags->json)};
  command.run = [flags](Context& context) { return run_report(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
