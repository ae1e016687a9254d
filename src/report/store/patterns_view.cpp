#include "report/store/patterns_view.h"

#include <fmt/format.h>

#include "learn/evidence.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

using store::Pattern;

constexpr size_t k_longest_shown = 60;  // characters of a family

std::string family_text(const Pattern& pattern) {
  const std::string& family = pattern.subject.family;
  if (family.empty()) return "not known";
  return family.size() <= k_longest_shown ? family : family.substr(0, k_longest_shown) + "...";
}

std::string effect_text(const Pattern& pattern) {
  return fmt::format("{} {}", speedup_text(pattern.effect), store::name_of(pattern.place.origin));
}

std::string state_text(const Pattern& pattern) {
  if (!learn::is_in_use(pattern)) return "unused";
  return pattern.imported ? "imported" : "";
}

void render_run(const TaughtRun& taught, Canvas& canvas) {
  canvas.heading(fmt::format("run {}: {}", taught.run, taught.kernel));
  for (const learn::ChangedPattern& each : taught.teaching.changed) {
    const std::string effect = each.change == learn::PatternChange::missed ? "" : ": " + effect_text(each.pattern);
    canvas.fact(std::string(learn::name_of(each.change)),
                {fmt::format("{} {}{}", store::name_of(each.pattern.kind), each.pattern.tried, effect)});
  }
  if (!taught.teaching.nothing.empty()) canvas.fact("nothing", {taught.teaching.nothing});
}

void render_list(const PatternsView& view, Canvas& canvas) {
  canvas.heading("patterns of " + view.project);
  if (view.patterns.empty()) {
    canvas.line({"none yet: they come of confirmed gains"});
    return;
  }
  Table table{
      .header = {"pattern", "kernels", "sizes", "bound by", "what helped", "effect", "on", "tries", "weight", ""},
      .right_aligned = {true, false, false, false, false, false, false, true, true}};
  for (const Pattern& pattern : view.patterns) {
    const Tone tone = learn::is_in_use(pattern) ? Tone::plain : Tone::dim;
    table.rows.push_back({std::to_string(pattern.id),
                          family_text(pattern),
                          pattern.subject.sizes,
                          pattern.bottleneck,
                          {fmt::format("{} {}", store::name_of(pattern.kind), pattern.tried), tone},
                          effect_text(pattern),
                          pattern.place.gpu,
                          fmt::format("{:.2g}", pattern.tries),
                          fmt::format("{:.2f}", learn::weight_of(pattern)),
                          {state_text(pattern), tone}});
  }
  canvas.table(table);
}

Json pattern_json(const Pattern& pattern) {
  return Json::Object{{"pattern", pattern.id},
                      {"family", pattern.subject.family},
                      {"meaning", pattern.subject.meaning},
                      {"types", pattern.subject.types},
                      {"sizes", pattern.subject.sizes},
                      {"bottleneck", pattern.bottleneck},
                      {"kind", store::name_of(pattern.kind)},
                      {"tried", pattern.tried},
                      {"architecture", pattern.place.architecture},
                      {"gpu", pattern.place.gpu},
                      {"origin", store::name_of(pattern.place.origin)},
                      {"speedup", speedup_json(pattern.effect)},
                      {"tries", pattern.tries},
                      {"wins", pattern.wins},
                      {"weight", learn::weight_of(pattern)},
                      {"in_use", learn::is_in_use(pattern)},
                      {"imported", pattern.imported}};
}

Json taught_json(const TaughtRun& taught) {
  Json json = Json::object();
  json["run"] = taught.run;
  json["kernel"] = taught.kernel;
  json["changed"] = json_array(taught.teaching.changed, [](const learn::ChangedPattern& each) {
    Json changed = pattern_json(each.pattern);
    changed["change"] = learn::name_of(each.change);
    return changed;
  });
  json["nothing"] = taught.teaching.nothing.empty() ? Json() : Json(taught.teaching.nothing);
  return json;
}

}  // namespace

void render(const PatternsView& view, Canvas& canvas) {
  for (const TaughtRun& taught : view.runs) render_run(taught, canvas);
  if (view.about == PatternsView::About::learned && view.runs.empty())
    canvas.line({"no run has finished since the last time: nothing new to learn from"});
  if (!view.runs.empty()) canvas.blank();
  if (view.about == PatternsView::About::imported)
    canvas.line({fmt::format("{} patterns imported, {} were known already", view.added, view.known)});
  render_list(view, canvas);
  if (view.patterns.empty()) return;
  canvas.line(
      {{"next: whet optimize begins with them · whet learn export FILE · whet learn forget PATTERN", Tone::dim}});
}

Json to_json(const PatternsView& view) {
  Json json = Json::object();
  json["project"] = view.project;
  if (view.about == PatternsView::About::learned) json["runs"] = json_array(view.runs, taught_json);
  if (view.about == PatternsView::About::imported) {
    json["added"] = view.added;
    json["known"] = view.known;
  }
  json["patterns"] = json_array(view.patterns, pattern_json);
  return json;
}

}  // namespace whet
