#include "report/facts/reach_text.h"

#include <fmt/format.h>

#include "report/canvas/number_text.h"

namespace whet {

Json to_json(const ReachablePart& part) {
  return Json::Object{{"level", part.level},
                      {"seconds", part.seconds},
                      {"work", part.work.amount},
                      {"work_origin", name_of(part.work.origin)},
                      {"per_second", part.rate.per_second},
                      {"origin", name_of(part.rate.origin)},
                      {"source", part.rate.source},
                      {"idle_factor", part.idle}};
}

std::string reach_text(const ReachView& view) {
  return fmt::format("at {} of what it can reach, {}: {}; stop target {} ({}){}", percent_text(view.share()),
                     seconds_text(view.reach.seconds()), view.reach.reasons(), percent_text(view.target),
                     seconds_text(view.reach.target_seconds(view.target)), view.is_reached() ? ", reached" : "");
}

Json reach_json(const ReachView& view) {
  if (!view.known()) return {};
  Json json = Json::object();
  json["seconds"] = view.reach.seconds();
  json["share"] = view.share();
  json["target"] = view.target;
  json["target_seconds"] = view.reach.target_seconds(view.target);
  json["reached"] = view.is_reached();
  json["launch_seconds"] = view.reach.launch_seconds;
  json["waves"] = view.reach.waves > 0 ? Json(view.reach.waves) : Json();
  json["levels"] = json_array(view.reach.parts, [](const ReachablePart& part) { return to_json(part); });
  return json;
}

}  // namespace whet
