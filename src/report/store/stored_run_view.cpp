#include "report/store/stored_run_view.h"

#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/store/store_text.h"
#include "util/text.h"

namespace whet {

namespace {

using store::name_of;

std::string state_text(const store::Run& run) {
  std::string text(name_of(run.state));
  if (!run.stop_reason.empty()) text += ": " + run.stop_reason;
  return text;
}

std::string time_text(const store::Run& run) {
  std::string text = date_text(run.began_ms);
  if (run.ended_ms) text += ", took " + duration_text(*run.ended_ms - run.began_ms);
  return text + fmt::format(", seed {}", run.seed);
}

std::string short_text(const store::Candidate& candidate, store::TimeOrigin origin) {
  std::vector<std::string> parts = {fmt::format("candidate {}", candidate.index)};
  if (candidate.speedup) parts.push_back(speedup_text(candidate.speedup));
  if (candidate.seconds) parts.push_back(seconds_text(*candidate.seconds) + " " + std::string(name_of(origin)));
  if (std::string what = candidate_text(candidate); !what.empty()) parts.push_back(std::move(what));
  return join(parts, "  ");
}

void render_rounds(const StoredRunView& view, Canvas& canvas) {
  Table table{.header = {"round", "proposer", "candidates", "right", "best", "state"},
              .right_aligned = {true, false, true, true, true}};
  for (const store::RoundSummary& each : view.rounds) {
    table.rows.push_back({std::to_string(each.round.index), each.round.proposer,
                          count_text(static_cast<double>(each.candidates)), count_text(static_cast<double>(each.sound)),
                          each.best ? fmt::format("{:.2f}x", *each.best) : "", std::string(name_of(each.round.state))});
  }
  canvas.blank();
  canvas.heading(view.rounds.front().round.index > 1 ? "last rounds" : "rounds", 2);
  canvas.table(table);
}

void render_fastest(const StoredRunView& view, Canvas& canvas) {
  Table table{.header = {"candidate", "round", "speed-up", "time", "outcome", "what"},
              .right_aligned = {true, true, false, true}};
  for (const store::Candidate& candidate : view.fastest) {
    table.rows.push_back({std::to_string(candidate.index),
                          std::to_string(candidate.round),
                          speedup_text(candidate.speedup),
                          candidate.seconds ? seconds_text(*candidate.seconds) : "",
                          {candidate.outcome, tone_of_outcome(candidate.outcome)},
                          candidate_text(candidate)});
  }
  canvas.blank();
  canvas.heading(fmt::format("fastest ({})", name_of(view.run.origin)), 2);
  canvas.table(table);
}

void render_next(const StoredRunView& view, Canvas& canvas) {
  std::string next = fmt::format("next: whet lessons {}", view.run.kernel.kernel);
  if (view.champion) next += fmt::format(" · whet show {} --candidate {}", view.run.id, view.champion->index);
  if (store::can_resume(view.run.state)) next += fmt::format(" · whet resume {}", view.run.id);
  canvas.blank();
  canvas.line({{next, Tone::dim}});
}

Json maybe_candidate_json(const std::optional<store::Candidate>& candidate) {
  return candidate ? candidate_json(*candidate) : Json();
}

}  // namespace

Result<StoredRunView> collect_stored_run(store::Store& store, store::RunId id, int64_t rounds, int64_t fastest) {
  StoredRunView view;
  TRY(run, store.run(id));
  TRY(outcomes, store.outcomes(id));
  TRY(summaries, store.rounds(id, rounds));
  TRY(candidates, store.candidates(id, {.order = store::CandidatePage::Order::speed, .limit = fastest}));
  if (run.baseline) {
    TRY(baseline, store.candidate(*run.baseline));
    view.baseline = std::move(baseline);
  }
  if (run.champion) {
    TRY(champion, store.candidate_record(*run.champion));
    view.champion = std::move(champion.candidate);
    view.attributions = std::move(champion.attributions);
  }
  view.run = std::move(run);
  view.outcomes = std::move(outcomes);
  view.rounds = std::move(summaries);
  view.fastest = std::move(candidates);
  return view;
}

void render_attributions(const std::vector<store::Attribution>& attributions, store::TimeOrigin origin,
                         Canvas& canvas) {
  if (attributions.empty()) return;
  Table table{.header = {"part", "kind", "brings", "verdict", "in the machine code"}};
  for (const store::Attribution& each : attributions) {
    const bool effective = each.verdict == store::PartVerdict::effective;
    table.rows.push_back({each.name,
                          std::string(name_of(each.kind)),
                          speedup_text(each.speedup),
                          {std::string(name_of(each.verdict)), effective ? Tone::good : Tone::plain},
                          each.evidence});
  }
  canvas.blank();
  canvas.heading(fmt::format("where the gain came from ({})", name_of(origin)), 2);
  canvas.table(table);
}

Json attribution_json(const store::Attribution& attribution) {
  return Json::Object{{"kind", name_of(attribution.kind)},
                      {"name", attribution.name},
                      {"speedup", speedup_json(attribution.speedup)},
                      {"verdict", name_of(attribution.verdict)},
                      {"evidence", attribution.evidence}};
}

void render(const StoredRunView& view, Canvas& canvas) {
  const store::Run& run = view.run;
  canvas.heading(fmt::format("run {}: {}", run.id, kernel_text(run.kernel)), 1,
                 fmt::format("{}, {}, {}", run.device, run.gpu, name_of(run.origin)));
  canvas.fact("state", {{state_text(run)}});
  canvas.fact("began", {{time_text(run)}});
  canvas.fact("tried", {{outcomes_text(view.outcomes)}});
  if (view.baseline) canvas.fact("baseline", {{short_text(*view.baseline, run.origin)}});
  if (view.champion) canvas.fact("champion", {{short_text(*view.champion, run.origin), Tone::good}});
  render_attributions(view.attributions, run.origin, canvas);
  if (!view.rounds.empty()) render_rounds(view, canvas);
  if (!view.fastest.empty()) render_fastest(view, canvas);
  render_next(view, canvas);
}

Json to_json(const StoredRunView& view) {
  Json json = run_json(view.run);
  json["outcomes"] = json_array(view.outcomes, outcome_json);
  json["baseline"] = maybe_candidate_json(view.baseline);
  json["champion"] = maybe_candidate_json(view.champion);
  json["attributions"] = json_array(view.attributions, attribution_json);
  json["rounds"] = json_array(view.rounds, round_json);
  json["fastest"] = json_array(view.fastest, candidate_json);
  return json;
}

}  // namespace whet
