// Literals and constant expressions of PTX.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/reader/cursor.h"

namespace whet::ptx {

struct Literal {
  uint64_t bits = 0;
  bool is_float = false;
  int float_bytes = 0;      // 4 for 0f3F800000, 8 for 0d3FF0000000000000 and 1.0
  bool is_decimal = false;  // 1.0, which takes the width of its context
};

// "12", "0x1fU", "017", "0b11", "0f3F800000", "0d...", "1.5e-3"; nothing for other text or more than 64 bits.
std::optional<Literal> parse_literal(std::string_view text);

double float_value(const Literal& literal);

// Reads a literal with an optional sign: -1, 0f3F800000, -2.5; or an integer expression: (1 << 4) + 3. A float literal
// cannot be part of an expression. The depth of nesting is limited.
Result<Literal> read_constant(Cursor& cursor);

// The same for integers only: sizes, offsets, alignments.
Result<uint64_t> read_integer(Cursor& cursor);

}  // namespace whet::ptx
