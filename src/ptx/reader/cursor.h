// A position in the tokens of a PTX text, with the basic operations of the parser: look, take, expect, report an error.
#pragma once

#include <string>
#include <string_view>

#include "ptx/reader/lexer.h"
#include "util/result.h"

namespace whet::ptx {

class Cursor {
 public:
  Cursor(std::string_view text, const std::string& name)
      : lexer_(text), name_(name), now_(lexer_.next()), ahead_(lexer_.next()) {}

  const Token& peek() const { return now_; }
  const Token& ahead() const { return ahead_; }
  bool sees(TokenKind kind) const { return now_.kind == kind; }
  bool sees(std::string_view text) const { return now_.text == text; }
  bool at_end() const { return now_.kind == TokenKind::end; }
  uint32_t line() const { return now_.line; }

  Token take();
  bool accept(std::string_view text);
  Result<void> expect(std::string_view text);
  // Takes the name of a variable, function, label or register.
  Result<std::string_view> expect_word(std::string_view what);
  // Skips everything up to and including `text`; it is an error when the text ends first.
  Result<void> skip_past(std::string_view text);
  // Skips "( ... )" or "{ ... }" with nested ones; the opening bracket is next.
  Result<void> skip_group();

  // "expected `;`, found `x`"
  Error unexpected(std::string_view expected) const;
  Error error(std::string what, std::string mend = {}) const { return error_at(now_.line, what, mend); }
  Error error_at(uint32_t line, std::string what, std::string mend = {}) const;

 private:
  Lexer lexer_;
  const std::string& name_;
  Token now_, ahead_;
};

// A token for messages: shortened if long, with unprintable bytes as `?`.
std::string shown(std::string_view text);

}  // namespace whet::ptx
