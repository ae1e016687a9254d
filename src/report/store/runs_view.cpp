#include "report/store/runs_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"
#include "report/store/mind_share.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

Result<RunsView::Row> collect_row(store::Store& store, store::Run run) {
  RunsView::Row row;
  TRY(outcomes, store.outcomes(run.id));
  for (const store::OutcomeCount& count : outcomes) row.candidates += count.candidates;
  if (run.champion) {
    TRY(champion, store.candidate(*run.champion));
    row.champion = champion.speedup;
  }
  TRY(minds, collect_minds(store, run.id));
  for (const MindShare& share : minds) row.minds += share.spent;
  row.run = std::move(run);
  return row;
}

std::string champion_text(const RunsView::Row& row) {
  if (!row.champion) return "none";
  return speedup_text(row.champion) + " " + std::string(name_of(row.run.origin));
}

// Dollars are left out where no price is known.
void add_spending(const MindSpending& minds, std::vector<Cell>& cells) {
  cells.emplace_back(minds.calls > 0 ? std::to_string(minds.calls) : "");
  cells.emplace_back(minds.dollars > 0 ? fmt::format("{}{:.2f}", minds.dollars_are_whole() ? "" : ">", minds.dollars)
                                       : "");
}

}  // namespace

Result<RunsView> collect_runs(store::Store& store, size_t last) {
  RunsView view;
  view.project = store.project().root;
  TRY(runs, store.runs());
  for (store::Run& run : runs) {
    if (view.rows.size() == last) break;
    TRY(row, collect_row(store, std::move(run)));
    view.rows.push_back(std::move(row));
  }
  view.earlier = runs.size() - view.rows.size();
  return view;
}

void render(const RunsView& view, Canvas& canvas) {
  canvas.heading("runs of " + view.project);
  if (view.rows.empty()) {
    canvas.line({"none yet"});
    return;
  }
  Table table{.header = {"run", "kernel", "problem", "began", "state", "candidates", "champion", "device"},
              .right_aligned = {true, false, false, false, false, true}};
  const bool any_minds =
      std::any_of(view.rows.begin(), view.rows.end(), [](const RunsView::Row& row) { return row.minds.calls > 0; });
  if (any_minds) table.header.insert(table.header.end(), {"mind calls", "dollars"});
  for (const RunsView::Row& row : view.rows) {
    table.rows.push_back({std::to_string(row.run.id), row.run.kernel.kernel, row.run.kernel.problem,
                          date_text(row.run.began_ms), std::string(name_of(row.run.state)),
                          count_text(static_cast<double>(row.candidates)), champion_text(row), row.run.device});
    if (any_minds) add_spending(row.minds, table.rows.back());
  }
  canvas.table(table);
  if (view.earlier) canvas.line({{fmt::format("{} earlier: --last N shows more", view.earlier), Tone::dim}});
  canvas.line({{fmt::format("next: whet show {}", view.rows.front().run.id), Tone::dim}});
}

Json to_json(const RunsView& view) {
  const auto row_json = [](const RunsView::Row& row) {
    Json json = run_json(row.run);
    json["candidates"] = row.candidates;
    json["champion_speedup"] = speedup_json(row.champion);
    json["minds"] = row.minds.calls > 0 ? to_json(row.minds) : Json();
    return json;
  };
  return Json::Object{{"project", view.project}, {"runs", json_array(view.rows, row_json)}, {"earlier", view.earlier}};
}

}  // namespace whet
