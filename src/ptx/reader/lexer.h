// PTX text as tokens.
//
//   @%p1 ld.shared::cta.v2.f32 {%f1, _}, [%rd1+-8];
//   ->   @ %p1 ld .shared::cta .v2 .f32 { %f1 , _ } , [ %rd1 + - 8 ] ;
#pragma once

#include <cstdint>
#include <string_view>

namespace whet::ptx {

enum class TokenKind : uint8_t {
  word,         // name, %r1, $L__BB0_1
  dotted,       // .global, .shared::cta, .1d; with the dot
  number,       // 12, 0x1fU, 0f3F800000, 9.0
  string,       // "x"; with the quotes
  punctuation,  // one character, or << and >>
  invalid,      // a byte that starts no token, or an unterminated string
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // points into the text read
  uint32_t line = 1;

  // For punctuation, words and directives, not for strings.
  bool is(std::string_view expected) const { return text == expected; }
};

// Reads from left to right, skipping white space and comments. After the end every token is `end`.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  Token next();

 private:
  char at(size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  void skip_blank();
  void skip_comment();
  size_t token_end(TokenKind& kind) const;
  size_t dotted_end() const;
  size_t number_end() const;
  size_t string_end(TokenKind& kind) const;

  std::string_view text_;
  size_t position_ = 0;
  uint32_t line_ = 1;
};

}  // namespace whet::ptx
