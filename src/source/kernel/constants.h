// Named numbers of a source, read and set without touching anything else.
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
  std::optional<int64_t> value;  // when the text is a whole number, with or without brackets and suffix
  int line = 0;
  size_t offset = 0;  // of the text, in bytes from the start of the source
};

// "(0x20u)" -> 32; nothing when the text is no whole number.
std::optional<int64_t> whole_number(std::string_view text);

// What a source defines as a plain whole number, wherever it does the same one. Floating variables are none.
std::map<std::string, int64_t, std::less<>> whole_constants(std::string_view source);

// In the order of the source: several when branches of a conditional each define it.
std::vector<SourceConstant> find_constants(std::string_view source, std::string_view name);

// The value all definitions agree on; nothing when there is none, or one is not a plain number.
std::optional<int64_t> constant_value(std::string_view source, std::string_view name);

// The source with every definition of `name` set to `value`; nothing when it defines none. Lines stay where they are.
std::optional<std::string> set_constant(std::string_view source, std::string_view name, int64_t value);

}  // namespace whet
