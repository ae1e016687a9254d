#include "hardware/fact_sheet.h"

#include <fmt/format.h>

#include "hardware/place.h"
#include "util/text.h"

namespace whet {

namespace {

Result<FactValue> parse_list(const TomlValue& list, const std::string& file) {
  std::vector<double> numbers;
  std::vector<std::string> texts;
  for (const TomlValue& item : *list.as_array()) {
    if (const auto number = item.as_number()) numbers.push_back(*number);
    if (const std::string* text = item.as_string()) texts.push_back(*text);
  }
  const size_t size = list.as_array()->size();
  if (size > 0 && numbers.size() == size) return FactValue(numbers);
  if (size > 0 && texts.size() == size) return FactValue(texts);
  return bad_input("the list is neither all numbers nor all texts", place(file, list), "write one kind of value");
}

// Reads `value`, or the explicit gap `unknown = true`.
Result<FactValue> parse_value_or_gap(const std::string& name, const TomlValue& table, const std::string& file) {
  const TomlValue* value = table.find("value");
  const TomlValue* unknown = table.find("unknown");
  const bool gap = unknown && unknown->as_bool() && *unknown->as_bool();
  if (value && !unknown) return parse_fact_value(*value, file);
  if (gap && !value) return FactValue();
  return bad_input(fmt::format("fact `{}` needs either a value or unknown = true", name), place(file, table),
                   "write value = ..., or unknown = true with a note");
}

Result<std::vector<Conflict>> parse_conflicts(const TomlValue& table, const SourceIds& sources,
                                              const std::string& file) {
  std::vector<Conflict> conflicts;
  const TomlValue* list = table.find("conflicts");
  if (!list) return conflicts;
  if (!list->as_array())
    return bad_input("`conflicts` is not a list", place(file, *list), "write conflicts = [{ ... }]");
  for (const TomlValue& item : *list->as_array()) {
    if (!item.as_table())
      return bad_input("a conflict is not a table", place(file, item), "write { value = ..., source = \"...\" }");
    TRY_VOID(check_keys(item, {"value", "source", "note"}, file));
    const TomlValue* value = item.find("value");
    if (!value) return bad_input("a conflict has no value", place(file, item), "add value = ...");
    TRY(other, parse_fact_value(*value, file));
    TRY(source, read_source(item, sources, file));
    TRY(note, optional_string(item, "note", file));
    conflicts.push_back({other, source, note});
  }
  return conflicts;
}

Result<Fact> parse_fact(const std::string& name, const TomlValue& table, const SourceIds& sources,
                        const std::string& file) {
  if (!table.as_table()) {
    return bad_input(fmt::format("fact `{}` is not a table", name), place(file, table),
                     fmt::format("write [{}]", name));
  }
  TRY_VOID(check_keys(table, {"value", "unknown", "unit", "source", "derived", "note", "conflicts"}, file));
  TRY(value, parse_value_or_gap(name, table, file));
  TRY(unit, required_string(table, "unit", file));
  TRY(derived, optional_string(table, "derived", file));
  TRY(note, optional_string(table, "note", file));
  TRY(conflicts, parse_conflicts(table, sources, file));
  Fact fact{name, value, unit, {}, derived, note, conflicts};
  if (fact.known() || table.find("source")) {
    TRY(source, read_source(table, sources, file));
    fact.source = source;
  }
  return fact;
}

}  // namespace

std::optional<double> as_number(const FactValue& value) {
  const double* number = std::get_if<double>(&value);
  return number ? std::optional(*number) : std::nullopt;
}

std::string value_text(const FactValue& value) {
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) return join(*texts, ", ");
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    return fmt::format("{}", fmt::join(*numbers, ", "));
  return "unknown";
}

Result<FactValue> parse_fact_value(const TomlValue& value, const std::string& file) {
  if (const auto number = value.as_number()) return FactValue(*number);
  if (const std::string* text = value.as_string()) return FactValue(*text);
  if (value.as_array()) return parse_list(value, file);
  return bad_input("the value is no number, text or list", place(file, value), "write a number, a text or a list");
}

const Fact* FactSheet::find(std::string_view fact) const {
  for (const Fact& candidate : facts) {
    if (candidate.name == fact) return &candidate;
  }
  return nullptr;
}

std::optional<double> FactSheet::number(std::string_view fact) const {
  const Fact* found = find(fact);
  return found ? found->number() : std::nullopt;
}

Result<std::vector<Fact>> parse_facts(std::string_view text, const SourceIds& sources, const std::string& file) {
  TRY(root, parse_toml(text, file));
  std::vector<Fact> facts;
  for (const auto& [name, table] : *root.as_table()) {
    TRY(fact, parse_fact(name, table, sources, file));
    facts.push_back(std::move(fact));
  }
  return facts;
}

}  // namespace whet
