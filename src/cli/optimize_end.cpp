#include "cli/optimize_end.h"

#include <fmt/format.h>

#include "cli/stored_build.h"
#include "cli/version_commits.h"
#include "report/run_folder.h"

namespace whet {

namespace {

ExitCode exit_code_of(OptimizeEnd end) {
  switch (end) {
    case OptimizeEnd::faster:
    case OptimizeEnd::faster_by_size:
      return ExitCode::ok;
    case OptimizeEnd::bad_original:
      return ExitCode::bad_result;
    case OptimizeEnd::not_judged:
      return ExitCode::missing;
    default:
      return ExitCode::nothing_gained;
  }
}

Result<void> write_dispatch(const OptimizeResult& result, const RunSession& session, FileSystem& files) {
  if (!result.dispatch) return {};
  const std::string path = dispatch_file(session.store.project(), session.run);
  TRY_VOID(files.make_directories(directory_of(path)));
  return files.write(path, result.dispatch->header);
}

Result<OptimizeView> write_folder(RunSession& session, Context& context) {
  TRY(run, session.store.run(session.run));
  const std::string folder = run_folder_of(session.store.project(), run);
  return write_run_folder(session.store, session.run, folder, folder_inputs(session.store, run, context),
                          context.files);
}

Error not_written(Error error, store::RunId run) {
  error.mend += fmt::format("; the run itself is kept, and `whet report {}` writes its folder again", run);
  return error;
}

}  // namespace

void show_view(const OptimizeView& view, const RunOutput& output, Context& context) {
  if (output.events)
    print_event("result", to_json(view), context);
  else
    show(view, output_format(output.json, output.markdown), context);
}

Result<ExitCode> end_session(const OptimizeResult& result, RunSession& session, const RunOutput& output,
                             Context& context, const Export& exported) {
  std::vector<Error> troubles;
  if (auto written = write_dispatch(result, session, context.files); !written) troubles.push_back(written.error());
  if (auto made = make_commits(session.store, session.run, session.problem, context); !made)
    troubles.push_back(made.error());
  auto view = write_folder(session, context);
  if (!view) {
    troubles.push_back(not_written(view.error(), session.run));
    view = collect_optimize(session.store, session.run);
    if (!view) return std::move(troubles.front());
  }
  const bool has_champion = result.end != OptimizeEnd::bad_original && result.end != OptimizeEnd::not_judged;
  if (exported && has_champion) {
    auto said = exported();
    if (said)
      view->exported = std::move(*said);
    else
      troubles.push_back(said.error());
  }
  if (!session.note.empty()) view->notes.push_back(session.note);
  if (has_plan(view->run) && result.end == OptimizeEnd::stopped)
    view->notes.emplace_back("nothing is committed before the champion is confirmed");
  show_view(*view, output, context);
  if (!troubles.empty()) return std::move(troubles.front());
  return exit_code_of(result.end);
}

}  // namespace whet
