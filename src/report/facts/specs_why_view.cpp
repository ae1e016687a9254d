#include "report/facts/specs_why_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/facts/fact_text.h"
#include "report/facts/specs_view.h"
#include "util/text.h"

namespace whet {

namespace {

bool names_source(const Fact& fact, const std::string& id) {
  return fact.source == id || std::any_of(fact.conflicts.begin(), fact.conflicts.end(),
                                          [&](const Conflict& conflict) { return conflict.source == id; });
}

SpecsWhyView view_of(std::string subject, const Fact& fact, const std::vector<Source>& sources) {
  SpecsWhyView view{std::move(subject), fact, {}};
  for (const Source& source : sources) {
    if (names_source(fact, source.id)) view.sources.push_back(source);
  }
  return view;
}

Error unknown_fact(const std::string& id, std::string_view wanted, const std::vector<std::string>& names) {
  const std::vector<std::string> near = near_names(wanted, names);
  const std::string meant = near.empty() ? "" : "did you mean " + join(near, ", ") + "? ";
  return bad_input(fmt::format("`{}` has no fact `{}`", id, wanted), {},
                   fmt::format("{}`whet specs {}` shows all", meant, id));
}

void add_names(const FactSheet& sheet, std::vector<std::string>& names) {
  for (const Fact& fact : sheet.facts) names.push_back(fact.name);
}

void render_source(const SpecsWhyView& view, const std::string& id, Canvas& canvas) {
  for (const Source& source : view.sources) {
    if (source.id != id) continue;
    canvas.fact("source", {source.id + ": " + source.title});
    canvas.fact("section", {source.section});
    if (!source.address.empty()) canvas.fact("address", {source.address});
    canvas.fact("kind", {source.kind});
    canvas.fact("trust", {source.trust});
  }
}

}  // namespace

Result<SpecsWhyView> collect_why(const Gpu& gpu, std::string_view fact, const std::vector<Source>& sources) {
  if (const Fact* found = gpu.product.find(fact)) return view_of(gpu.product.name, *found, sources);
  if (const Fact* found = gpu.capability.find(fact))
    return view_of(capability_title(gpu.capability.id), *found, sources);
  std::vector<std::string> names;
  add_names(gpu.product, names);
  add_names(gpu.capability, names);
  return unknown_fact(gpu.product.id, fact, names);
}

Result<SpecsWhyView> collect_why(const FactSheet& capability, std::string_view fact,
                                 const std::vector<Source>& sources) {
  if (const Fact* found = capability.find(fact)) return view_of(capability_title(capability.id), *found, sources);
  std::vector<std::string> names;
  add_names(capability, names);
  return unknown_fact(capability.id, fact, names);
}

void render(const SpecsWhyView& view, Canvas& canvas) {
  const Fact& fact = view.fact;
  canvas.heading(fmt::format("{} of {}: {}", fact.name, view.subject, fact_text(fact.value, fact.unit)));
  if (!fact.derived.empty()) canvas.fact("derived", {fact.derived});
  if (!fact.note.empty()) canvas.fact("note", {fact.note});
  render_source(view, fact.source, canvas);
  for (const Conflict& conflict : fact.conflicts) {
    canvas.blank();
    canvas.heading("another source says " + fact_text(conflict.value, fact.unit), 2);
    if (!conflict.note.empty()) canvas.fact("note", {conflict.note});
    render_source(view, conflict.source, canvas);
  }
}

Json to_json(const SpecsWhyView& view) {
  Json json = Json::object();
  json["origin"] = "sourced";
  json["subject"] = view.subject;
  json["fact"] = fact_json(view.fact);
  json["sources"] = json_array(view.sources, source_json);
  return json;
}

}  // namespace whet
