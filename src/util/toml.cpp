#include "util/toml.h"

#include <toml++/toml.h>
#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

TomlValue convert(const toml::node& node) {
  TomlValue result;
  result.line = static_cast<int>(node.source().begin.line);
  if (const auto* table = node.as_table()) {
    using Place = std::pair<unsigned, unsigned>;  // line and column: the members of an inline table share a line
    std::vector<std::pair<Place, TomlMember>> members;
    for (const auto& [key, member] : *table) {
      const toml::source_position begin = key.source().begin;
      members.push_back({{begin.line, begin.column}, TomlMember{std::string(key.str()), convert(member)}});
    }
    std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    TomlTable ordered;
    for (auto& [place, member] : members) ordered.push_back(std::move(member));
    result.value = std::move(ordered);
  } else if (const auto* array = node.as_array()) {
    TomlArray items;
    for (const auto& item : *array) items.push_back(convert(item));
    result.value = std::move(items);
  } else if (const auto text = node.value_exact<std::string>()) {
    result.value = *text;
  } else if (const auto flag = node.value_exact<bool>()) {
    result.value = *flag;
  } else if (const auto whole = node.value_exact<int64_t>()) {
    result.value = *whole;
  } else if (const auto real = node.value_exact<double>()) {
    result.value = *real;
  } else {
    result.value = std::string();  // dates: no knowledge file has one
  }
  return result;
}

std::string place(const std::string& file, int line) {
  return file + ":" + std::to_string(line);
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
  const TomlTable* table = as_table();
  if (!table) return nullptr;
  for (const auto& [name, member] : *table) {
    if (name == key) return &member;
  }
  return nullptr;
}

std::optional<double> TomlValue::as_number() const {
  if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

std::optional<int64_t> TomlValue::as_integer() const {
  const auto* whole = std::get_if<int64_t>(&value);
  return whole ? std::optional(*whole) : std::nullopt;
}

Result<TomlValue> parse_toml(std::string_view text, const std::string& file) {
  try {
    return convert(toml::parse(text, file));
  } catch (const toml::parse_error& error) {
    return bad_input("this is not valid TOML: " + std::string(error.description()),
                     place(file, static_cast<int>(error.source().begin.line)), "correct the line");
  }
}

Result<std::string> required_string(const TomlValue& table, std::string_view key, const std::string& file) {
  const TomlValue* member = table.find(key);
  if (!member || !member->as_string() || member->as_string()->empty()) {
    return bad_input("`" + std::string(key) + "` is missing or is not text",
                     place(file, member ? member->line : table.line), "add " + std::string(key) + " = \"...\"");
  }
  return *member->as_string();
}

Result<std::string> optional_string(const TomlValue& table, std::string_view key, const std::string& file) {
  const TomlValue* member = table.find(key);
  if (!member) return std::string();
  return required_string(table, key, file);
}

Result<std::vector<std::string>> optional_strings(const TomlValue& table, std::string_view key,
                                                  const std::string& file) {
  const TomlValue* member = table.find(key);
  std::vector<std::string> strings;
  if (!member) return strings;
  const Error wrong = bad_input("`" + std::string(key) + "` is not a list of texts", place(file, member->line),
                                "write " + std::string(key) + " = [\"...\"]");
  if (!member->as_array()) return wrong;
  for (const TomlValue& item : *member->as_array()) {
    if (!item.as_string()) return wrong;
    strings.push_back(*item.as_string());
  }
  return strings;
}

Result<void> check_keys(const TomlValue& table, const std::vector<std::string_view>& known, const std::string& file) {
  if (!table.as_table())
    return bad_input("a table is expected here", place(file, table.line), "write it as key = value lines");
  for (const auto& [name, member] : *table.as_table()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::vector<std::string> names(known.begin(), known.end());
    return bad_input("unknown key `" + name + "`", place(file, member.line), "known keys: " + join(names, ", "));
  }
  return {};
}

}  // namespace whet
