// A source as tokens without comments, with the partner of every bracket.
#pragma once

#include <string_view>
#include <vector>

#include "source/text/token.h"

namespace whet {

struct Code {
  std::vector<Token> tokens;    // without comments and the text disabled by `#if 0`; directives are included
  std::vector<size_t> partner;  // for a bracket: the token that closes or opens it; for others: itself
  bool sure = true;             // false if brackets do not match: then the absence of something proves nothing

  bool is(size_t i, std::string_view text) const { return i < tokens.size() && tokens[i].is(text); }
  bool is_word(size_t i) const { return i < tokens.size() && tokens[i].is_identifier(); }
  // One past the ">" that closes the "<" at `open`, skipping brackets inside; stops at ";" and "}".
  size_t after_angles(size_t open) const;
  // The token before the "<" that belongs to the ">" at `close`.
  size_t before_angles(size_t close) const;
};

// The result points into `source`.
Code read_code(std::string_view source);

}  // namespace whet
