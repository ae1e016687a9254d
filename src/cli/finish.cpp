// whet finish: the leader of a run is confirmed on fresh data against the original, and written to a file.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/open_store.h"
#include "cli/outside_session.h"
#include "cli/show.h"
#include "cli/version_commits.h"
#include "report/optimize_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct FinishFlags {
  std::string project;
  int run = 0;
  bool json = false;
};

Result<std::string> write_champion(OutsideSession& session, const OptimizeResult& result, FileSystem& files) {
  const std::string folder =
      join_path(session.store().project().folder(), fmt::format("runs/{}", session.description().id));
  TRY_VOID(files.make_directories(folder));
  const std::string file = join_path(folder, "champion" + extension_of(session.problem().kernel));
  TRY_VOID(files.write(file, result.champion.proposal.source));
  if (!result.champion.proposal.sidecar.empty())
    TRY_VOID(files.write(join_path(folder, "champion.toml"), result.champion.proposal.sidecar));
  return file;
}

Result<ExitCode> run_finish(const FinishFlags& flags, Context& context) {
  TRY(session, OutsideSession::go_on(flags.project, flags.run, context));
  TRY(result, session->run().finish());
  session->finished();
  FinishView view{session->name(), std::move(result), {}, {}};
  const bool faster = view.result.end == OptimizeEnd::faster;
  if (faster) {
    TRY(file, write_champion(*session, view.result, context.files));
    view.champion_file = std::move(file);
  }
  const store::RunId run = session->description().id;
  const auto committed = make_commits(session->store(), run, session->problem(), context);
  TRY(ended, collect_optimize(session->store(), run));
  view.branch = std::move(ended.branch);
  show(view, output_format(flags.json), context);
  if (!committed) return committed.error();
  return faster ? ExitCode::ok : ExitCode::nothing_gained;
}

}  // namespace

CliCommand finish_command() {
  auto flags = std::make_shared<FinishFlags>();
  CliCommand command;
  command.name = "finish";
  command.summary = "end your run: the leader confirmed on fresh data and written to a file";
  command.example = "  whet finish";
  command.options = {
      {"--run", "number of the run (default: the newest that waits)", &flags->run, "RUN"},
      project_option(&flags->project),
      json_option(&flags->json),
  };
  command.run = [flags](Context& context) { return run_finish(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
