#include "cli/run/run_end.h"

#include <fmt/format.h>

#include "cli/run/stored_build.h"
#include "cli/run/version_commits.h"
#include "report/folder/run_folder.h"

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

Result<OptimizeView> write_folder(const EndedRun& ended, Context& context) {
  TRY(run, ended.store.run(ended.run));
  const std::string folder = run_folder_of(ended.store.project(), run);
  return write_run_folder(ended.store, ended.run, folder, folder_inputs(ended.store, run, folder, context),
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

Result<ExitCode> end_run(const EndedRun& ended, const RunOutput& output, Context& context, const Export& exported) {
  std::vector<Error> troubles;
  const OptimizeEnd end = ended.result.end;
  if (auto made = make_commits(ended.store, ended.run, ended.problem, context); !made) troubles.push_back(made.error());
  auto view = write_folder(ended, context);
  if (!view) {
    troubles.push_back(not_written(view.error(), ended.run));
    view = collect_optimize(ended.store, ended.run);
    if (!view) return std::move(troubles.front());
  }
  const bool has_champion = end != OptimizeEnd::bad_original && end != OptimizeEnd::not_judged;
  if (exported && has_champion) {
    auto said = exported();
    if (said)
      view->exported = std::move(*said);
    else
      troubles.push_back(said.error());
  }
  if (!ended.note.empty()) view->notes.push_back(ended.note);
  if (has_plan(view->run) && end == OptimizeEnd::stopped)
    view->notes.emplace_back("nothing is committed before the champion is confirmed");
  show_view(*view, output, context);
  if (!troubles.empty()) return std::move(troubles.front());
  return exit_code_of(end);
}

}  // namespace whet
