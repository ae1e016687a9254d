// Fills an OptimizeView from the store.
#include <algorithm>
#include <map>

#include "report/optimize/optimize_view.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

std::optional<double> number(const Json& data, std::string_view name) {
  const Json* found = data.find(name);
  return found ? found->as_number() : std::nullopt;
}

std::string text(const Json& data, std::string_view name) {
  const Json* found = data.find(name);
  return found && found->as_string() ? *found->as_string() : std::string();
}

std::optional<store::Speedup> speedup_of(const Json& data) {
  const auto value = number(data, "speedup");
  if (!value) return std::nullopt;
  return store::Speedup{*value, number(data, "low").value_or(*value), number(data, "high").value_or(*value)};
}

// A time of 0 means that it is not known.
std::optional<double> positive(const Json& data, std::string_view name) {
  const auto found = number(data, name);
  return found && *found > 0 ? found : std::nullopt;
}

std::vector<std::string> texts_of(const Json& data, std::string_view name) {
  std::vector<std::string> texts;
  const Json* const found = data.find(name);
  if (!found || !found->as_array()) return texts;
  for (const Json& each : *found->as_array()) {
    if (each.as_string()) texts.push_back(*each.as_string());
  }
  return texts;
}

RunResult result_of(const Json& data) {
  RunResult result;
  result.outcome = text(data, "outcome");
  result.reason = text(data, "reason");
  result.speedup = speedup_of(data);
  result.baseline_seconds = positive(data, "baseline_seconds");
  result.champion_seconds = positive(data, "champion_seconds");
  result.floor_seconds = positive(data, "floor_seconds");
  result.floor_name = text(data, "floor_name");
  result.share_before = positive(data, "share_before");
  result.share_after = positive(data, "share_after");
  result.floor_origin = text(data, "floor_origin");
  result.reach_seconds = positive(data, "reach_seconds");
  result.reach_reasons = text(data, "reach_reasons");
  result.reached = positive(data, "reached");
  result.target = positive(data, "target");
  result.bytes = positive(data, "bytes");
  result.flops = number(data, "flops");
  result.seconds = positive(data, "seconds");
  result.simplification = text(data, "simplification");
  result.taken_back = texts_of(data, "taken_back");
  result.dropped = texts_of(data, "dropped");
  if (const Json* dispatch = data.find("dispatch")) result.dispatch = dispatch_from(*dispatch);
  if (const Json* costs = data.find("costs")) {
    result.costs = costs_from(*costs);
    if (result.costs->candidates == 0) result.costs.reset();
  }
  return result;
}

// Uses the rows of the store if there is no such event: the run was interrupted, or still runs.
void complete(OptimizeView& view) {
  RunResult& result = view.result;
  if (!result.speedup && view.champion) {
    const bool leads = !view.path.empty() && view.path.back().candidate == view.champion->index;
    result.speedup = view.champion->speedup || !leads ? view.champion->speedup : view.path.back().speedup;
  }
  if (!result.baseline_seconds && view.baseline) result.baseline_seconds = view.baseline->seconds;
  if (!result.champion_seconds && view.champion) result.champion_seconds = view.champion->seconds;
  if (!result.seconds && view.run.ended_ms)
    result.seconds = static_cast<double>(*view.run.ended_ms - view.run.began_ms) / 1000;
}

Result<std::vector<ChampionStep>> collect_path(store::Store& store, store::RunId run) {
  TRY(events, store.events_of(run, "champion"));
  std::vector<ChampionStep> path;
  for (const store::Event& event : events) {
    const auto id = number(event.data, "candidate");
    if (!id) continue;
    TRY(record, store.candidate_record(static_cast<store::CandidateId>(*id)));
    const store::Candidate& candidate = record.candidate;
    // The candidate's own time, so that it is comparable with the others.
    const double seconds = candidate.seconds.value_or(number(event.data, "seconds").value_or(0));
    const double first = record.measurements.empty() ? seconds : record.measurements.front().median;
    ChampionStep step{candidate.index, candidate.round, speedup_of(event.data).value_or(store::Speedup{}),
                      seconds,         first,           candidate_text(candidate)};
    // A resumed run may repeat the event of its leader.
    if (!path.empty() && path.back().candidate == step.candidate) path.pop_back();
    path.push_back(std::move(step));
  }
  return path;
}

Result<void> collect_mind_parts(store::Store& store, OptimizeView& view) {
  TRY(minds, collect_minds(store, view.run.id));
  view.minds = std::move(minds);
  TRY(ends, store.events_of(view.run.id, k_minds_ended));
  if (!ends.empty()) view.mind_end = text(ends.back().data, "what");
  return {};
}

Result<void> collect_commits(store::Store& store, OptimizeView& view) {
  TRY(commits, store.events_of(view.run.id, "commit"));
  for (const store::Event& event : commits) {
    view.branch = text(event.data, "branch");
    view.commits.push_back({text(event.data, "commit"), static_cast<int>(number(event.data, "candidate").value_or(0))});
  }
  return {};
}

std::string json_value_text(const Json& value) {
  return value.as_string() ? *value.as_string() : value.dump(-1);
}

std::vector<TunableChange> tunable_changes(const OptimizeView& view) {
  std::vector<TunableChange> changes;
  const Json::Object* values = view.champion ? view.champion->tunables.as_object() : nullptr;
  if (!values) return changes;
  for (const auto& [name, value] : *values) {
    const Json* before = view.baseline ? view.baseline->tunables.find(name) : nullptr;
    changes.push_back({name, before ? json_value_text(*before) : "", json_value_text(value)});
  }
  return changes;
}

// If a case was timed several times: the most careful method, and of those the last.
std::vector<std::pair<std::string, store::Measurement>> best_times(const std::vector<store::Measurement>& all) {
  std::vector<std::pair<std::string, store::Measurement>> best;
  for (const store::Measurement& each : all) {
    if (each.kind == store::MeasurementKind::ablation) continue;
    const auto known =
        std::find_if(best.begin(), best.end(), [&](const auto& pair) { return pair.first == each.case_name; });
    if (known == best.end())
      best.emplace_back(each.case_name, each);
    else if (each.kind >= known->second.kind)
      known->second = each;
  }
  return best;
}

std::vector<CaseTimes> case_times(const std::vector<store::Measurement>& before,
                                  const std::vector<store::Measurement>& after) {
  std::vector<CaseTimes> cases;
  for (auto& [name, time] : best_times(after)) cases.push_back({name, std::nullopt, std::move(time)});
  for (auto& [name, time] : best_times(before)) {
    const auto known =
        std::find_if(cases.begin(), cases.end(), [&](const CaseTimes& each) { return each.name == name; });
    if (known == cases.end())
      cases.push_back({name, std::move(time), std::nullopt});
    else
      known->before = std::move(time);
  }
  return cases;
}

Result<void> collect_ends(store::Store& store, OptimizeView& view) {
  std::vector<store::Measurement> before, after;
  if (view.run.baseline) {
    TRY(record, store.candidate_record(*view.run.baseline));
    view.baseline = std::move(record.candidate);
    before = std::move(record.measurements);
  }
  if (view.run.champion) {
    TRY(record, store.candidate_record(*view.run.champion));
    view.champion = std::move(record.candidate);
    view.attributions = std::move(record.attributions);
    after = std::move(record.measurements);
  }
  view.cases = case_times(before, after);
  view.tunables = tunable_changes(view);
  return {};
}

// Candidates that this device could not run: another device may find them the best.
Result<void> note_lacking(store::Store& store, store::RunId id, OptimizeView& view) {
  constexpr std::string_view k_lacking = "not judged here";
  const auto lacking = std::find_if(view.outcomes.begin(), view.outcomes.end(),
                                    [&](const store::OutcomeCount& count) { return count.outcome == k_lacking; });
  if (lacking == view.outcomes.end()) return {};
  TRY(candidates, store.candidates(id, {.limit = view.candidates()}));
  const auto first = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const store::Candidate& candidate) { return candidate.outcome == k_lacking; });
  const std::string count =
      std::to_string(lacking->candidates) + (lacking->candidates == 1 ? " candidate" : " candidates");
  view.notes.push_back(
      count + " not judged here" +
      (first == candidates.end() ? "" : ", candidate " + std::to_string(first->index) + " because " + first->reason));
  return {};
}

}  // namespace

int64_t OptimizeView::candidates() const {
  int64_t all = 0;
  for (const store::OutcomeCount& count : outcomes) all += count.candidates;
  return all;
}

Result<store::Run> run_with_baseline(store::Store& store, store::RunId id) {
  TRY(run, store.run(id));
  if (run.baseline) return run;
  TRY(leaders, store.events_of(id, "champion"));
  if (leaders.empty()) return run;
  if (const auto first = number(leaders.front().data, "candidate"))
    run.baseline = static_cast<store::CandidateId>(*first);
  return run;
}

std::string dispatch_file(const OptimizeView& view) {
  const bool is_there = view.result.dispatch && !view.result.dispatch->header.empty() && !view.folder.empty();
  return is_there ? join_path(view.folder, "dispatch.h") : std::string();
}

std::string table_file(const OptimizeView& view) {
  const bool is_there = view.result.dispatch && !view.result.dispatch->table.empty() && !view.folder.empty();
  return is_there ? join_path(view.folder, "dispatch.toml") : std::string();
}

Result<OptimizeView> collect_optimize(store::Store& store, store::RunId id) {
  OptimizeView view;
  TRY(run, run_with_baseline(store, id));
  view.run = std::move(run);
  TRY(results, store.events_of(id, "result"));
  if (!results.empty()) view.result = result_of(results.back().data);
  TRY_VOID(collect_commits(store, view));
  TRY_VOID(collect_mind_parts(store, view));
  TRY(path, collect_path(store, id));
  view.path = std::move(path);
  TRY_VOID(collect_ends(store, view));
  TRY(rounds, store.rounds(id));
  view.rounds = std::move(rounds);
  TRY(outcomes, store.outcomes(id));
  view.outcomes = std::move(outcomes);
  TRY(predicted, collect_predicted(store, view.run));
  view.predicted = std::move(predicted);
  TRY_VOID(note_lacking(store, id, view));
  complete(view);
  return view;
}

}  // namespace whet
