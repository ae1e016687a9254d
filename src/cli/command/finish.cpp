// whet finish: the leader of a run is confirmed on fresh data against the original, and its folder is written.
#include "cli/frame/commands.h"
#include "cli/run/manual_session.h"
#include "cli/run/open_store.h"
#include "cli/run/run_end.h"

namespace whet {

namespace {

struct FinishFlags {
  std::string project;
  int run = 0;
  RunOutput output;
};

Result<ExitCode> run_finish(const FinishFlags& flags, Context& context) {
  TRY(session, ManualSession::go_on(flags.project, flags.run, context));
  TRY(result, session->run().finish());
  session->finished();
  session->end_progress();
  return end_run({result, session->store(), session->description().id, session->problem()}, flags.output, context);
}

}  // namespace

CliCommand finish_command() {
  auto flags = std::make_shared<FinishFlags>();
  CliCommand command;
  command.name = "finish";
  command.summary = "end your run: confirm the leader on fresh data, write champion and report";
  command.example = "  whet finish";
  command.options = {
      {"--run", "number of the run (default: the newest unfinished one)", &flags->run, "RUN"},
      project_option(&flags->project),
      {"--md", "print the result as Markdown", &flags->output.markdown},
      json_option(&flags->output.json),
  };
  command.run = [flags](Context& context) { return run_finish(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
