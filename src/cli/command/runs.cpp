// whet runs: the runs of a project.
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/open_store.h"
#include "report/store/runs_view.h"

namespace whet {

namespace {

struct RunsFlags {
  std::string project = ".";
  int last = 20;
  bool json = false, markdown = false;
};

Result<ExitCode> run_runs(const RunsFlags& flags, Context& context) {
  if (flags.last < 1) return bad_input("at least one run must be shown", "--last", "give 1 or more");
  TRY(store, open_store(flags.project, context));
  TRY(view, collect_runs(store, static_cast<size_t>(flags.last)));
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand runs_command() {
  auto flags = std::make_shared<RunsFlags>();
  CliCommand command;
  command.name = "runs";
  command.summary = "list the runs of this project, newest first";
  command.example = "  whet runs\n  whet runs --project examples/softmax --last 5";
  command.options = {project_option(&flags->project),
                     {"--last", "show at most N runs (default 20)", &flags->last, "N"},
                     {"--md", "print the list as Markdown", &flags->markdown},
                     json_option(&flags->json)};
  command.run = [flags](Context& context) { return run_runs(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
