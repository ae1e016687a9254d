#include "ptx/reader/cursor.h"

namespace whet::ptx {

Token Cursor::take() {
  const Token taken = now_;
  now_ = ahead_;
  ahead_ = lexer_.next();
  return taken;
}

bool Cursor::accept(std::string_view text) {
  if (!sees(text)) return false;
  take();
  return true;
}

Result<void> Cursor::expect(std::string_view text) {
  if (!accept(text)) return unexpected("`" + std::string(text) + "`");
  return {};
}

Result<std::string_view> Cursor::expect_word(std::string_view what) {
  if (!sees(TokenKind::word)) return unexpected(what);
  return take().text;
}

Result<void> Cursor::skip_past(std::string_view text) {
  while (!at_end()) {
    if (take().is(text)) return {};
  }
  return unexpected("`" + std::string(text) + "`");
}

Result<void> Cursor::skip_group() {
  int depth = 0;
  const uint32_t line = now_.line;
  while (!at_end()) {
    const Token token = take();
    if (token.is("(") || token.is("{")) ++depth;
    if ((token.is(")") || token.is("}")) && --depth == 0) return {};
  }
  return error_at(line, "a bracket is left open", "close it with `)` or `}`");
}

Error Cursor::unexpected(std::string_view expected) const {
  const std::string found = at_end() ? "the end of the text" : "`" + shown(now_.text) + "`";
  return error("expected " + std::string(expected) + ", found " + found);
}

Error Cursor::error_at(uint32_t line, std::string what, std::string mend) const {
  if (mend.empty()) mend = "write the line as the compiler would, or compile the source again";
  return bad_input(std::move(what), name_ + ":" + std::to_string(line), std::move(mend));
}

std::string shown(std::string_view text) {
  constexpr size_t k_longest = 60;
  std::string result(text.substr(0, k_longest));
  for (char& c : result) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text.size() > k_longest ? result + "..." : result;
}

}  // namespace whet::ptx
