#include "ptx/reader/lexer.h"

#include "util/ascii.h"

namespace whet::ptx {

namespace {

bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool continues_word(char c) {
  return starts_word(c) || is_digit(c);
}

bool is_punctuation(char c) {
  return c != '\0' && std::string_view(",;:{}()[]<>=+-*/%!@|&~^?").find(c) != std::string_view::npos;
}

}  // namespace

Token Lexer::next() {
  skip_blank();
  if (position_ >= text_.size()) return {TokenKind::end, {}, line_};
  TokenKind kind = TokenKind::invalid;
  const size_t end = token_end(kind);
  const Token token{kind, text_.substr(position_, end - position_), line_};
  position_ = end;
  return token;
}

void Lexer::skip_blank() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      ++line_;
    } else if (c == '/' && (at(position_ + 1) == '/' || at(position_ + 1) == '*')) {
      skip_comment();
      continue;
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\v' && c != '\f') {
      return;
    }
    ++position_;
  }
}

// A line comment stops before its newline; an unterminated block comment ends with the text.
void Lexer::skip_comment() {
  const bool block = text_[position_ + 1] == '*';
  const size_t found = text_.find(block ? "*/" : "\n", position_ + 2);
  const size_t end = found == std::string_view::npos ? text_.size() : found + (block ? 2 : 0);
  for (; position_ < end; ++position_) line_ += text_[position_] == '\n';
}

size_t Lexer::token_end(TokenKind& kind) const {
  const char c = text_[position_];
  if (starts_word(c) || (c == '%' && starts_word(at(position_ + 1)))) {
    kind = TokenKind::word;
    size_t end = position_ + 1;
    while (continues_word(at(end))) ++end;
    return end;
  }
  if (c == '.' && continues_word(at(position_ + 1))) return kind = TokenKind::dotted, dotted_end();
  if (is_digit(c)) return kind = TokenKind::number, number_end();
  if (c == '"') return string_end(kind);
  if (!is_punctuation(c)) return position_ + 1;
  kind = TokenKind::punctuation;
  return position_ + ((c == '<' || c == '>') && at(position_ + 1) == c ? 2 : 1);
}

// ".mbarrier::complete_tx::bytes" is one token; a single colon ends it.
size_t Lexer::dotted_end() const {
  size_t end = position_ + 1;
  while (true) {
    while (continues_word(at(end))) ++end;
    if (at(end) != ':' || at(end + 1) != ':' || !continues_word(at(end + 2))) return end;
    end += 2;
  }
}

// A dot belongs to the number when a digit follows: "9.0", but not "1.b8". An exponent may have a sign.
size_t Lexer::number_end() const {
  size_t end = position_ + 1;
  bool real = false;
  while (true) {
    const char c = at(end);
    const bool point = c == '.' && !real && is_digit(at(end + 1));
    const bool sign = real && (c == '+' || c == '-') && (at(end - 1) == 'e' || at(end - 1) == 'E');
    if (!continues_word(c) && !point && !sign) return end;
    real |= point;
    ++end;
  }
}

size_t Lexer::string_end(TokenKind& kind) const {
  for (size_t end = position_ + 1; end < text_.size() && text_[end] != '\n'; ++end) {
    if (text_[end] == '"') return kind = TokenKind::string, end + 1;
    if (text_[end] == '\\' && at(end + 1) != '\n') ++end;
  }
  return position_ + 1;
}

}  // namespace whet::ptx
