// An OptimizeView as JSON.
#include "report/optimize/optimize_view.h"
#include "report/store/store_text.h"
#include "report/store/stored_run_view.h"

namespace whet {

namespace {

using store::name_of;

Json result_json(const OptimizeView& view) {
  const RunResult& result = view.result;
  return Json::Object{{"outcome", result.outcome},
                      {"reason", result.reason},
                      {"speedup", speedup_json(result.speedup)},
                      {"baseline_seconds", result.baseline_seconds},
                      {"champion_seconds", result.champion_seconds},
                      {"floor_seconds", result.floor_seconds},
                      {"floor_name", result.floor_name},
                      {"share_before", result.share_before},
                      {"share_after", result.share_after},
                      {"floor_origin", result.floor_origin},
                      {"reach_seconds", result.reach_seconds},
                      {"reach_reasons", result.reach_reasons},
                      {"reached", result.reached},
                      {"target", result.target},
                      {"bytes", result.bytes},
                      {"flops", result.flops},
                      {"origin", name_of(view.run.origin)},
                      {"candidates", view.candidates()},
                      {"seconds", result.seconds},
                      {"taken_back", json_array(result.taken_back, [](const std::string& each) { return Json(each); })},
                      {"simplification", result.simplification},
                      {"dropped", json_array(result.dropped, [](const std::string& each) { return Json(each); })},
                      {"costs", result.costs ? to_json(*result.costs) : Json()}};
}

Json time_json(const std::optional<store::Measurement>& time) {
  if (!time) return {};
  return Json::Object{{"kind", name_of(time->kind)},
                      {"median", time->median},
                      {"low", time->low},
                      {"high", time->high},
                      {"speedup", speedup_json(time->speedup)},
                      {"origin", name_of(time->origin)},
                      {"seed", std::to_string(time->seed)}};
}

Json path_json(const OptimizeView& view) {
  return json_array(view.path, [](const ChampionStep& step) {
    return Json(Json::Object{{"candidate", step.candidate},
                             {"round", step.round},
                             {"speedup", speedup_json(step.speedup)},
                             {"seconds", step.seconds},
                             {"what", step.what}});
  });
}

Json tunables_json(const OptimizeView& view) {
  return json_array(view.tunables, [](const TunableChange& each) {
    return Json(Json::Object{{"name", each.name},
                             {"before", each.before.empty() ? Json() : Json(each.before)},
                             {"after", each.after},
                             {"changed", each.is_changed()}});
  });
}

Json dispatch_json(const OptimizeView& view) {
  if (!view.result.dispatch) return {};
  Json json = to_json(*view.result.dispatch);
  json["file"] = dispatch_file(view);
  return json;
}

}  // namespace

Json to_json(const OptimizeView& view) {
  const auto end = [](const std::optional<store::Candidate>& candidate) {
    return candidate ? candidate_json(*candidate) : Json();
  };
  Json json = run_json(view.run);
  json["result"] = result_json(view);
  json["baseline"] = end(view.baseline);
  json["champion"] = end(view.champion);
  json["path"] = path_json(view);
  json["tunables"] = tunables_json(view);
  json["attributions"] = json_array(view.attributions, attribution_json);
  json["cases"] = json_array(view.cases, [](const CaseTimes& each) {
    return Json(
        Json::Object{{"case", each.name}, {"baseline", time_json(each.before)}, {"champion", time_json(each.after)}});
  });
  json["rounds"] = json_array(view.rounds, round_json);
  json["outcomes"] = json_array(view.outcomes, outcome_json);
  json["dispatch"] = dispatch_json(view);
  json["branch"] = view.branch.empty() ? Json() : Json(view.branch);
  json["commits"] = json_array(view.commits, [](const CommittedVersion& each) {
    return Json(Json::Object{{"commit", each.commit}, {"candidate", each.candidate}});
  });
  json["predicted"] = json_array(view.predicted, [](const PredictedCandidate& each) { return to_json(each); });
  json["next"] = view.next ? to_json(*view.next) : Json();
  json["minds"] = json_array(view.minds, [](const MindShare& share) { return to_json(share); });
  if (!view.mind_end.empty()) json["mind_end"] = view.mind_end;
  json["folder"] = view.folder;
  if (!view.exported.empty()) json["exported"] = view.exported;
  json["notes"] = json_array(view.notes, [](const std::string& note) { return Json(note); });
  return json;
}

}  // namespace whet
