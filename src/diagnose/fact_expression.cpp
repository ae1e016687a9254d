#include "diagnose/fact_expression.h"

#include <algorithm>

#include "diagnose/run_facts.h"
#include "util/text.h"

namespace whet {

namespace {

std::vector<std::string> all_fact_names() {
  std::vector<std::string> names;
  for (const FactRow& row : fact_table()) names.emplace_back(row.name);
  for (const RunFactRow& row : run_fact_table()) names.emplace_back(row.name);
  std::sort(names.begin(), names.end());
  return names;
}

// As an error of the syntax does.
Error in_expression(Error error, std::string_view key, const std::string& text) {
  error.what += " in " + std::string(key) + " = \"" + text + "\"";
  return error;
}

}  // namespace

std::string member_place(const TomlValue& table, std::string_view key, const std::string& file) {
  const TomlValue* member = table.find(key);
  return file + ":" + std::to_string(member ? member->line : table.line);
}

Result<void> check_fact_names(const std::vector<std::string>& names, const std::string& place) {
  static const std::vector<std::string> known = all_fact_names();
  for (const std::string& name : names) {
    if (std::binary_search(known.begin(), known.end(), name)) continue;
    return bad_input("there is no fact `" + name + "`", place, "near: " + join(near_names(name, known), ", "));
  }
  return {};
}

Result<Expression> required_fact_expression(const TomlValue& table, std::string_view key, const std::string& file) {
  TRY(text, required_string(table, key, file));
  TRY(expression, Expression::parse(text, member_place(table, key, file)));
  const auto checked = check_fact_names(expression.identifiers(), member_place(table, key, file));
  if (!checked) return in_expression(checked.error(), key, text);
  return expression;
}

Result<std::optional<Expression>> optional_fact_expression(const TomlValue& table, std::string_view key,
                                                           const std::string& file) {
  if (!table.find(key)) return std::optional<Expression>();
  TRY(expression, required_fact_expression(table, key, file));
  return std::optional(std::move(expression));
}

NumberLookup lookup_in(const Facts& facts) {
  return [&facts](std::string_view name) -> std::optional<double> {
    const auto found = facts.find(name);
    return found == facts.end() ? std::nullopt : std::optional(found->second);
  };
}

}  // namespace whet
