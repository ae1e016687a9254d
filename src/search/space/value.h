// A value that a tunable may take: a whole number, a truth or a text.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace whet::search {

using Value = std::variant<int64_t, bool, std::string>;

// 32 -> "32", true -> "true", "row" -> "row".
std::string to_text(const Value& value);

// A tunable: what it may be, and what it is unless somebody says otherwise.
struct Axis {
  std::string name;
  std::vector<Value> values;  // at least one, each once
  size_t preset = 0;          // place of the default among the values
};

}  // namespace whet::search
