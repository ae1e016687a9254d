#include "optimize/optimize_result.h"

namespace whet {

std::string_view name_of(OptimizeEnd end) {
  switch (end) {
    case OptimizeEnd::faster:
      return "faster";
    case OptimizeEnd::faster_by_size:
      return "faster by size";
    case OptimizeEnd::bad_original:
      return "the original is not right";
    case OptimizeEnd::not_judged:
      return "the original cannot be judged here";
    default:
      return "nothing gained";
  }
}

Json result_event(const OptimizeResult& result, const PhysicsFloor& floor) {
  Json event = Json::object();
  event["outcome"] = name_of(result.end);
  event["reason"] = result.reason;
  event["speedup"] = result.comparison.speedup;
  event["low"] = result.comparison.low;
  event["high"] = result.comparison.high;
  event["baseline_seconds"] = result.baseline_seconds;
  event["champion_seconds"] = result.champion_seconds;
  if (!floor.bounds.empty()) {
    event["floor_seconds"] = floor.seconds();
    event["floor_name"] = floor.bounds.front().name;
    event["share_before"] = result.share_before;
    event["share_after"] = result.share_after;
  }
  if (result.reach.known()) {
    event["reach_seconds"] = result.reach.seconds();
    event["reach_reasons"] = result.reach.reasons();
    event["reached"] = result.reached;
    event["target"] = result.target;
  }
  if (!floor.bounds.empty()) event["floor_origin"] = name_of(floor.bounds.front().origin);
  event["origin"] = name_of(result.origin);
  if (!result.simplification.empty()) event["simplification"] = result.simplification;
  event["taken_back"] = json_array(result.taken_back, [](const std::string& change) { return Json(change); });
  event["dropped"] = json_array(result.dropped, [](const std::string& what) { return Json(what); });
  if (result.dispatch) event["dispatch"] = stored_json(*result.dispatch);
  event["candidates"] = result.candidates;
  event["seconds"] = result.seconds;
  event["costs"] = to_json(result.costs);
  return event;
}

}  // namespace whet
