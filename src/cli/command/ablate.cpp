// whet ablate: what each edit of the leader is worth.
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/manual_session.h"
#include "cli/run/open_store.h"

namespace whet {

namespace {

struct AblateFlags {
  std::string project;
  int run = 0;
  bool json = false;
};

Result<ExitCode> run_ablate(const AblateFlags& flags, Context& context) {
  TRY(session, ManualSession::go_on(flags.project, flags.run, context));
  TRY(report, session->run().ablate());
  session->end_progress();
  show(AblationView{session->name(), std::move(report)}, output_format(flags.json), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand ablate_command() {
  auto flags = std::make_shared<AblateFlags>();
  CliCommand command;
  command.name = "ablate";
  command.summary = "take out each edit of the leader in turn, and say what it is worth";
  command.example = "  whet ablate";
  command.options = {
      {"--run", "number of the run (default: the newest unfinished one)", &flags->run, "RUN"},
      project_option(&flags->project),
      json_option(&flags->json),
  };
  command.run = [flags](Context& context) { return run_ablate(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
