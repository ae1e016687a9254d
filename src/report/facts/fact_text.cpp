#include "report/facts/fact_text.h"

#include <cmath>
#include <cstdint>

namespace whet {

namespace {

constexpr double k_largest_exact_whole = 9007199254740992.0;  // 2^53

Json number_json(double number) {
  const bool whole = std::floor(number) == number && std::abs(number) <= k_largest_exact_whole;
  return whole ? Json(static_cast<int64_t>(number)) : Json(number);
}

Json conflict_json(const Conflict& conflict) {
  Json json = Json::object();
  json["value"] = value_json(conflict.value);
  json["source"] = conflict.source;
  if (!conflict.note.empty()) json["note"] = conflict.note;
  return json;
}

}  // namespace

std::string fact_text(const FactValue& value, const std::string& unit) {
  const std::string text = value_text(value);
  return std::holds_alternative<std::monostate>(value) || unit == "-" ? text : text + " " + unit;
}

Json value_json(const FactValue& value) {
  if (const double* number = std::get_if<double>(&value)) return number_json(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return Json(*text);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    return json_array(*texts, [](const std::string& text) { return Json(text); });
  }
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return json_array(*numbers, number_json);
  return Json();
}

Json fact_json(const Fact& fact) {
  Json json = Json::object();
  json["name"] = fact.name;
  json["value"] = value_json(fact.value);
  json["unit"] = fact.unit;
  json["source"] = fact.source.empty() ? Json() : Json(fact.source);
  if (!fact.derived.empty()) json["derived"] = fact.derived;
  if (!fact.note.empty()) json["note"] = fact.note;
  if (!fact.conflicts.empty()) json["conflicts"] = json_array(fact.conflicts, conflict_json);
  return json;
}

Json source_json(const Source& source) {
  Json json = Json::object();
  json["id"] = source.id;
  json["title"] = source.title;
  json["section"] = source.section;
  json["address"] = source.address.empty() ? Json() : Json(source.address);
  json["kind"] = source.kind;
  json["trust"] = source.trust;
  return json;
}

}  // namespace whet
