// CUDA C++ source as tokens. Every byte of the text is in one token or in the white space between two, so an edit can
// replace the bytes of one token and leave all others where they were.
//
//   f<<<g, 64>>>(R"(a)");  // go   ->   f < < < g , 64 > > > ( R"(a)" ) ; [comment]
//
// `<` and `>` are always single tokens: the caller must decide whether `>>` closes two templates or shifts. A whole
// preprocessor line, with its continuations, is one token; directive() splits it. Digraphs keep their spelling but
// compare equal to what they stand for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

enum class TokenKind { identifier, number, string, character, punctuation, directive, comment };

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view text;  // points into the source
  size_t offset = 0;      // in bytes from the start of the source
  int line = 1;
  int column = 1;  // in bytes, from 1

  size_t end() const { return offset + text.size(); }
  // A digraph compares equal to what it stands for: `<%` is "{".
  bool is(std::string_view expected) const {
    return text == expected || (expected.size() == 1 && text.size() == 2 && plain() == expected);
  }
  // The text; for a digraph what it stands for.
  std::string_view plain() const;
  bool is_identifier() const { return kind == TokenKind::identifier; }
};

// All tokens, including comments. Never fails: an unterminated literal ends with its line, a comment with the text. The
// tokens point into `source`, which must outlive them.
std::vector<Token> tokenize(std::string_view source);

// A preprocessor line: `#  define N 4` is {"define", [N, 4]}. Comments are dropped; tokens keep their place in the
// source.
struct Directive {
  std::string_view name;  // empty for a lone `#`
  std::vector<Token> tokens;
};
Directive directive(const Token& token);

}  // namespace whet
