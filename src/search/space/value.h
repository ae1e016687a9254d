// A value of a tunable: a whole number, a boolean or a text.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace whet::search {

using Value = std::variant<int64_t, bool, std::string>;

// 32 -> "32", true -> "true", "row" -> "row".
std::string to_text(const Value& value);

// A tunable with its possible values and its default.
struct Axis {
  std::string name;
  std::vector<Value> values;  // at least one, each once
  size_t preset = 0;          // index of the default
};

}  // namespace whet::search
