#include "source/text/token.h"

#include <algorithm>
#include <array>

#include "util/ascii.h"

namespace whet {

namespace {

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool continues_identifier(char c) {
  return starts_identifier(c) || is_digit(c);
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

// Operators of more than one character, longest first. `<` and `>` are never joined.
struct Digraph {
  std::string_view text, plain;
};
constexpr std::array<Digraph, 5> k_digraphs = {{{"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}, {"%:", "#"}}};

constexpr std::array<std::string_view, 20> k_joined = {"...", "->*", "::", "->", "==", "!=", "<=", ">=", "&&", "||",
                                                       "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "##"};

// Walks over the text once; `at_` is always at the start of something.
class Scanner {
 public:
  Scanner(std::string_view text, size_t offset, int line, int column, bool line_start)
      : text_(text), offset_(offset), line_(line), column_(column), line_start_(line_start) {}

  std::vector<Token> run() {
    while (skip_space(), at_ < text_.size()) scan_token();
    return std::move(tokens_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool sees(std::string_view expected) const { return text_.substr(at_).starts_with(expected); }

  // The length of a line continuation at `at`, otherwise 0.
  size_t splice(size_t at) const {
    if (at >= text_.size() || text_[at] != '\\') return 0;
    const size_t newline = at + (at + 1 < text_.size() && text_[at + 1] == '\r' ? 2 : 1);
    return newline < text_.size() && text_[newline] == '\n' ? newline + 1 - at : 0;
  }

  void advance(size_t count) {
    for (const char c : text_.substr(at_, count)) {
      if (c == '\n')
        ++line_, column_ = 1;
      else
        ++column_;
    }
    at_ += count;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (const size_t length = splice(at_)) {
        advance(length);
        continue;
      }
      if (!is_space(peek())) return;
      line_start_ |= peek() == '\n';
      advance(1);
    }
  }

  void emit(TokenKind kind, size_t length) {
    tokens_.push_back({kind, text_.substr(at_, length), offset_ + at_, line_, column_});
    if (kind != TokenKind::comment) line_start_ = false;
    advance(length);
  }

  void scan_token() {
    const char c = peek();
    if (sees("//")) return emit(TokenKind::comment, line_end(at_) - at_);
    if (sees("/*")) return emit(TokenKind::comment, block_comment_end(at_) - at_);
    if ((c == '#' || sees("%:")) && line_start_) return emit(TokenKind::directive, directive_end() - at_);
    if (c == '"' || c == '\'') return scan_literal(0);
    if (starts_identifier(c)) return scan_word();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return emit(TokenKind::number, number_end() - at_);
    if (is_digraph()) return emit(TokenKind::punctuation, 2);
    const auto joined = std::find_if(k_joined.begin(), k_joined.end(), [&](std::string_view p) { return sees(p); });
    emit(TokenKind::punctuation, joined == k_joined.end() ? 1 : joined->size());
  }

  // `<::` is `<` and `::`, unless `:` or `>` follows.
  bool is_digraph() const {
    if (sees("<::") && peek(3) != ':' && peek(3) != '>') return false;
    return std::any_of(k_digraphs.begin(), k_digraphs.end(), [&](const Digraph& each) { return sees(each.text); });
  }

  // An identifier, or a literal with an encoding prefix: u8R"x(...)x", L'a'.
  void scan_word() {
    size_t length = 1;
    while (continues_identifier(peek(length))) ++length;
    const std::string_view word = text_.substr(at_, length);
    const bool quote = peek(length) == '"' || peek(length) == '\'';
    if (quote && is_literal_prefix(word)) return scan_literal(length);
    emit(TokenKind::identifier, length);
  }

  static bool is_literal_prefix(std::string_view word) {
    if (word.ends_with('R')) word.remove_suffix(1);
    return word.empty() || word == "L" || word == "u" || word == "U" || word == "u8";
  }

  void scan_literal(size_t prefix) {
    const TokenKind kind = peek(prefix) == '"' ? TokenKind::string : TokenKind::character;
    size_t end = literal_end(at_ + prefix, prefix > 0 && text_[at_ + prefix - 1] == 'R');
    if (end < text_.size() && text_[end] == '_') {  // a user-defined suffix
      while (end < text_.size() && continues_identifier(text_[end])) ++end;
    }
    emit(kind, end - at_);
  }

  // One past the end of the literal whose quote is at `quote`.
  size_t literal_end(size_t quote, bool raw) const {
    if (raw && text_[quote] == '"') return raw_literal_end(quote);
    size_t at = quote + 1;
    while (at < text_.size() && text_[at] != '\n') {
      if (text_[at] == '\\') {
        at += std::max<size_t>(2, splice(at));
        continue;
      }
      if (text_[at++] == text_[quote]) return at;
    }
    return std::min(at, text_.size());
  }

  size_t raw_literal_end(size_t quote) const {
    const size_t open = text_.find('(', quote);
    if (open == std::string_view::npos) return text_.size();
    const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const size_t found = text_.find(close, open);
    return found == std::string_view::npos ? text_.size() : found + close.size();
  }

  size_t block_comment_end(size_t at) const {
    const size_t close = text_.find("*/", at + 2);
    return close == std::string_view::npos ? text_.size() : close + 2;
  }

  // The newline that ends the logical line, after all continuations.
  size_t line_end(size_t at) const {
    while (at < text_.size() && text_[at] != '\n') at += std::max<size_t>(1, splice(at));
    return at;
  }

  size_t directive_end() const {
    size_t at = at_;
    while (at < text_.size() && text_[at] != '\n') {
      const std::string_view rest = text_.substr(at);
      if (rest.starts_with("//")) return line_end(at);
      if (rest.starts_with("/*"))
        at = block_comment_end(at);
      else if (rest[0] == '"' || rest[0] == '\'')
        at = literal_end(at, text_[at - 1] == 'R');
      else
        at += std::max<size_t>(1, splice(at));
    }
    return at;
  }

  // 0x1p-3, 1'000'000ull, 1e+5f
  size_t number_end() const {
    size_t at = at_ + 1;
    while (at < text_.size()) {
      const char c = text_[at];
      const char before = text_[at - 1];
      const bool exponent_sign =
          (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      const bool separator = c == '\'' && at + 1 < text_.size() && continues_identifier(text_[at + 1]);
      if (!continues_identifier(c) && c != '.' && !exponent_sign && !separator) break;
      ++at;
    }
    return at;
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t offset_;
  int line_;
  int column_;
  bool line_start_;
  std::vector<Token> tokens_;
};

}  // namespace

std::string_view Token::plain() const {
  if (kind != TokenKind::punctuation || text.size() != 2) return text;
  const auto found =
      std::find_if(k_digraphs.begin(), k_digraphs.end(), [&](const Digraph& each) { return each.text == text; });
  return found == k_digraphs.end() ? text : found->plain;
}

std::vector<Token> tokenize(std::string_view source) {
  return Scanner(source, 0, 1, 1, /*line_start=*/true).run();
}

Directive directive(const Token& token) {
  Directive result;
  const size_t mark = token.text.starts_with("%:") ? 2 : 1;
  const auto inside = Scanner(token.text.substr(mark), token.offset + mark, token.line,
                              token.column + static_cast<int>(mark), /*line_start=*/false)
                          .run();
  for (const Token& part : inside) {
    if (part.kind == TokenKind::comment) continue;
    if (result.name.empty() && result.tokens.empty() && part.is_identifier())
      result.name = part.text;
    else
      result.tokens.push_back(part);
  }
  return result;
}

}  // namespace whet
