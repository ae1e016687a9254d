// A source as it is read by bracket matching: tokens without comments, and the partner of every bracket.
#pragma once

#include <string_view>
#include <vector>

#include "source/text/token.h"

namespace whet {

struct Code {
  std::vector<Token> tokens;    // without comments and without what `#if 0` hides; directives are there
  std::vector<size_t> partner;  // of a bracket: the token that closes or opens it; of others: itself
  bool sure = true;             // false when brackets do not match: nothing may be concluded from what is not found

  bool is(size_t i, std::string_view text) const { return i < tokens.size() && tokens[i].is(text); }
  bool is_word(size_t i) const { return i < tokens.size() && tokens[i].is_identifier(); }
  // One past the ">" that closes the "<" at `open`, brackets inside passed over whole; stops at ";" and "}".
  size_t after_angles(size_t open) const;
  // The token before the "<" that the ">" at `close` closes.
  size_t before_angles(size_t close) const;
};

// Points into `source`.
Code read_code(std::string_view source);

}  // namespace whet
