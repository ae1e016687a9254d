#include "report/optimize/replay_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

std::vector<size_t> marks_up_to(size_t most, size_t budget) {
  std::vector<size_t> marks;
  for (const size_t mark : {size_t{25}, size_t{50}, size_t{100}, size_t{200}, budget, most}) {
    if (mark <= most) marks.push_back(mark);
  }
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  return marks;
}

std::vector<double> shares_at(const search::Curve& curve, const std::vector<size_t>& marks) {
  std::vector<double> shares;
  for (const size_t mark : marks) shares.push_back(curve.share_after(mark));
  return shares;
}

// One strategy, or random search, over all spaces.
ReplayView::Summary summarise(std::string name, const std::vector<const search::Curve*>& curves,
                              const std::vector<double>& scores, const std::vector<size_t>& marks, size_t budget) {
  ReplayView::Summary summary{std::move(name), std::vector<double>(marks.size()), 0, 1};
  const auto count = static_cast<double>(curves.size());
  for (size_t i = 0; i < curves.size(); ++i) {
    for (size_t mark = 0; mark < marks.size(); ++mark)
      summary.shares[mark] += curves[i]->share_after(marks[mark]) / count;
    summary.score += scores[i] / count;
    summary.worst = std::min(summary.worst, curves[i]->share_after(budget));
  }
  return summary;
}

ReplayView::Space collect_space(const std::string& name, const search::RecordedSpace& recorded,
                                const search::ReplayedSpace& replayed, const ReplayView& view) {
  ReplayView::Space space{name, recorded.kernel, recorded.device, recorded.origin};
  space.configurations = recorded.outcomes.size();
  space.working = recorded.sorted_times().size();
  space.axes = recorded.space.axes().size();
  space.optimum = replayed.optimum;
  space.random = shares_at(replayed.random, view.random_marks);
  for (const search::Curve& curve : replayed.curves) space.shares.push_back(shares_at(curve, view.marks));
  space.scores = replayed.scores;
  return space;
}

std::string share_text(double value) {
  return fmt::format("{:.3f}", value);
}

void render_summaries(const ReplayView& view, Canvas& canvas) {
  Table table{.header = {"strategy"}, .right_aligned = {false}};
  for (const size_t mark : view.random_marks) table.header.push_back(fmt::format("f@{}", mark));
  table.header.insert(table.header.end(), {"score", fmt::format("worst f@{}", view.budget)});
  table.right_aligned.resize(table.header.size(), true);
  const auto add = [&](const ReplayView::Summary& summary) {
    std::vector<Cell> row{summary.strategy};
    for (size_t i = 0; i < view.random_marks.size(); ++i) {
      const auto mark = std::find(view.marks.begin(), view.marks.end(), view.random_marks[i]);
      const bool all = &summary == &view.random;
      if (all || mark != view.marks.end())
        row.emplace_back(share_text(summary.shares[all ? i : static_cast<size_t>(mark - view.marks.begin())]));
      else
        row.emplace_back("", Tone::dim);
    }
    row.emplace_back(share_text(summary.score));
    row.emplace_back(share_text(summary.worst));
    table.rows.push_back(std::move(row));
  };
  for (const ReplayView::Summary& summary : view.summaries) add(summary);
  add(view.random);
  canvas.table(table);
}

void render_spaces(const ReplayView& view, Canvas& canvas) {
  Table table{.header = {"space", "tunables", "configurations", "work", "random"}};
  table.right_aligned = {false, true, true, true, true};
  for (const std::string& name : view.strategies) {
    table.header.push_back(name);
    table.right_aligned.push_back(true);
  }
  const auto at_budget = std::find(view.random_marks.begin(), view.random_marks.end(), view.budget);
  for (const ReplayView::Space& space : view.spaces) {
    std::vector<Cell> row{
        space.name, fmt::format("{}", space.axes), fmt::format("{}", space.configurations),
        fmt::format("{:.0f} %", 100.0 * static_cast<double>(space.working) / static_cast<double>(space.configurations)),
        share_text(space.random[static_cast<size_t>(at_budget - view.random_marks.begin())])};
    for (const auto& shares : space.shares) row.emplace_back(share_text(shares.back()));
    table.rows.push_back(std::move(row));
  }
  canvas.table(table);
}

Json numbers(const std::vector<double>& values) {
  return json_array(values, [](double value) { return Json(value); });
}

// "25": 0.87
Json by_mark(const std::vector<size_t>& marks, const std::vector<double>& shares) {
  Json json = Json::object();
  for (size_t i = 0; i < marks.size(); ++i) json[std::to_string(marks[i])] = shares[i];
  return json;
}

Json summary_json(const ReplayView::Summary& summary, const std::vector<size_t>& marks) {
  Json json = Json::object();
  json["strategy"] = summary.strategy;
  json["share_of_optimum"] = by_mark(marks, summary.shares);
  json["score"] = summary.score;
  json["worst"] = summary.worst;
  return json;
}

Json space_json(const ReplayView::Space& space, const ReplayView& view) {
  Json json = Json::object();
  json["name"] = space.name;
  json["kernel"] = space.kernel;
  json["device"] = space.device;
  json["origin"] = space.origin;
  json["tunables"] = space.axes;
  json["configurations"] = space.configurations;
  json["working"] = space.working;
  json["optimum_seconds"] = space.optimum;
  json["random"] = by_mark(view.random_marks, space.random);
  for (size_t i = 0; i < view.strategies.size(); ++i)
    json["strategies"][view.strategies[i]] = by_mark(view.marks, space.shares[i]);
  json["scores"] = numbers(space.scores);
  return json;
}

}  // namespace

ReplayView collect_replay(const std::vector<std::string>& names, const std::vector<search::RecordedSpace>& spaces,
                          const search::ReplaySettings& settings, const std::vector<search::ReplayedSpace>& replayed) {
  ReplayView view{settings.budget, settings.repeats, settings.batch, settings.seed};
  view.marks = marks_up_to(settings.budget, settings.budget);
  view.random_marks = marks_up_to(2 * settings.budget, settings.budget);
  view.strategies = settings.strategies;
  for (size_t i = 0; i < spaces.size(); ++i)
    view.spaces.push_back(collect_space(names[i], spaces[i], replayed[i], view));
  for (size_t strategy = 0; strategy < settings.strategies.size(); ++strategy) {
    std::vector<const search::Curve*> curves;
    std::vector<double> scores;
    for (const search::ReplayedSpace& space : replayed) {
      curves.push_back(&space.curves[strategy]);
      scores.push_back(space.scores[strategy]);
    }
    view.summaries.push_back(summarise(settings.strategies[strategy], curves, scores, view.marks, settings.budget));
  }
  std::vector<const search::Curve*> random;
  for (const search::ReplayedSpace& space : replayed) random.push_back(&space.random);
  view.random =
      summarise("random (calculated)", random, std::vector<double>(random.size()), view.random_marks, settings.budget);
  return view;
}

void render(const ReplayView& view, Canvas& canvas) {
  canvas.heading(fmt::format("{} recorded {}", view.spaces.size(), view.spaces.size() == 1 ? "space" : "spaces"), 1,
                 fmt::format("{} evaluations, {} repeats, batches of {}, seed {}", view.budget, view.repeats,
                             view.batch, view.seed));
  render_summaries(view, canvas);
  canvas.line({{fmt::format("f@n: optimal time / best time found after n evaluations; score: 0 is random search, 1 the "
                            "optimum, over evaluations 5 to {}",
                            view.budget),
                Tone::dim}});
  canvas.blank();
  canvas.heading(fmt::format("f@{} by space", view.budget), 2);
  render_spaces(view, canvas);
}

Json to_json(const ReplayView& view) {
  Json json = Json::object();
  json["budget"] = view.budget;
  json["repeats"] = view.repeats;
  json["batch"] = view.batch;
  json["seed"] = view.seed;
  json["strategies"] =
      json_array(view.summaries, [&](const auto& summary) { return summary_json(summary, view.marks); });
  json["random"] = summary_json(view.random, view.random_marks);
  json["spaces"] = json_array(view.spaces, [&](const auto& space) { return space_json(space, view); });
  return json;
}

}  // namespace whet
