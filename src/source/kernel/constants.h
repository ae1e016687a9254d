// Named numbers of a source: reads and sets them without changing anything else.
//
//   #define TILE 32                     TILE is 32
//   constexpr int ROWS = 8, COLS = 4;   ROWS is 8, COLS is 4
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

// One definition of a name: a macro without parameters, or a const or constexpr variable.
struct SourceConstant {
  std::string text;              // "32", "2 * ROWS"
  std::optional<int64_t> value;  // if the text is an integer, with or without brackets and suffix
  int line = 0;
  size_t offset = 0;  // of the text, in bytes from the start of the source
};

// "(0x20u)" -> 32; nothing if the text is not an integer.
std::optional<int64_t> whole_number(std::string_view text);

// The names that a source defines as a plain integer, if all definitions agree. Floating-point variables do not count.
std::map<std::string, int64_t, std::less<>> whole_constants(std::string_view source);

// In the order of the source. There are several if branches of a conditional each define it.
std::vector<SourceConstant> find_constants(std::string_view source, std::string_view name);

// The value on which all definitions agree; nothing if there is none, or if one is not a plain number.
std::optional<int64_t> constant_value(std::string_view source, std::string_view name);

// The source with every definition of `name` set to `value`; nothing if it has none. Line numbers do not change.
std::optional<std::string> set_constant(std::string_view source, std::string_view name, int64_t value);

}  // namespace whet
