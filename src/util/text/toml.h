// TOML as plain values that know their line, so that a loader can report where a fact is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "util/result.h"

namespace whet {

struct TomlValue;
struct TomlMember;
using TomlArray = std::vector<TomlValue>;
using TomlTable = std::vector<TomlMember>;  // in the order of the file

struct TomlValue {
  std::variant<bool, int64_t, double, std::string, TomlArray, TomlTable> value;
  int line = 0;

  // The member of a table, or nullptr.
  const TomlValue* find(std::string_view key) const;
  const std::string* as_string() const { return std::get_if<std::string>(&value); }
  const bool* as_bool() const { return std::get_if<bool>(&value); }
  const TomlArray* as_array() const { return std::get_if<TomlArray>(&value); }
  const TomlTable* as_table() const { return std::get_if<TomlTable>(&value); }
  std::optional<double> as_number() const;  // integer or float
  std::optional<int64_t> as_integer() const;
};

struct TomlMember {
  std::string key;
  TomlValue value;
};

// Returns the document's root table. `file` is the name used in errors, which carry "file:line".
Result<TomlValue> parse_toml(std::string_view text, const std::string& file);

// Required and optional members; errors give the table's place ("file:line") and what was expected.
Result<std::string> required_string(const TomlValue& table, std::string_view key, const std::string& file);
Result<std::string> optional_string(const TomlValue& table, std::string_view key,
                                    const std::string& file);  // "" when absent
Result<std::vector<std::string>> optional_strings(const TomlValue& table, std::string_view key,
                                                  const std::string& file);

// Fails unless every key of the table is one of `known`, so that a misspelt key is not silently ignored.
Result<void> check_keys(const TomlValue& table, const std::vector<std::string_view>& known, const std::string& file);

}  // namespace whet
