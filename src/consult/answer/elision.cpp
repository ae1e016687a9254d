#include "consult/answer/elision.h"

#include <algorithm>
#include <array>
#include <set>

#include "source/text/token.h"
#include "util/text.h"

namespace whet::consult {

namespace {

// Of a comment that stands for code.
constexpr std::array<std::string_view, 18> k_elisions = {
    "rest of",          "rest is",         "rest unchanged",   "unchanged",   "existing code",
    "same as before",   "same as above",   "same as original", "as before",   "as in the original",
    "remains the same", "remain the same", "omitted",          "for brevity", "your code here",
    "code here",        "not shown",       "to be implemented"};

bool is_dots(std::string_view text) {
  const bool all = std::all_of(text.begin(), text.end(), [](char c) { return c == '.' || c == ' '; });
  return text == "\xe2\x80\xa6" || (all && text.find("...") != std::string_view::npos);
}

std::string_view inside(std::string_view comment) {
  comment = trim(comment.substr(std::min<size_t>(2, comment.size())));
  if (comment.ends_with("*/")) comment.remove_suffix(2);
  return trim(comment);
}

bool stands_for_code(std::string_view comment) {
  const std::string words = lower(inside(comment));
  if (is_dots(words)) return true;
  const bool has_dots = words.find("...") != std::string::npos || words.find("\xe2\x80\xa6") != std::string::npos;
  const bool has_word = std::any_of(k_elisions.begin(), k_elisions.end(),
                                    [&](std::string_view word) { return words.find(word) != std::string::npos; });
  constexpr size_t k_short = 60;  // a long comment explains something
  return has_word && (has_dots || words.size() <= k_short);
}

}  // namespace

std::optional<std::string> elision_in(std::string_view source, std::string_view shown) {
  std::set<std::string_view> known;
  for (const Token& token : tokenize(shown)) {
    if (token.kind == TokenKind::comment) known.insert(token.text);
  }
  for (const Token& token : tokenize(source)) {
    if (token.kind != TokenKind::comment || known.contains(token.text)) continue;
    if (stands_for_code(token.text)) return std::string(trim(token.text.substr(0, token.text.find('\n'))));
  }
  for (const std::string_view line : split(source, '\n')) {
    if (is_dots(trim(line))) return std::string(trim(line));
  }
  return std::nullopt;
}

}  // namespace whet::consult
