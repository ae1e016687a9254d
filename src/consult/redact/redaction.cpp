#include "consult/redact/redaction.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <functional>

#include <fmt/format.h>

#include "problem/signature/candidate.h"
#include "source/text/token.h"
#include "util/text/toml.h"

namespace whet::consult {

namespace {

constexpr const char* k_vocabulary = "minds/vocabulary.toml";

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The text with every identifier replaced by what `change` gives for it.
std::string with_identifiers(std::string_view text, const std::function<std::string(std::string_view)>& change) {
  std::string changed;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (is_letter(text[at]) || is_digit(text[at])) {
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    }
    const std::string_view word = text.substr(at, end - at);
    changed += is_letter(word.front()) ? change(word) : std::string(word);
    at = end;
  }
  return changed;
}

std::string blank_lines(std::string_view comment) {
  return " " + std::string(static_cast<size_t>(std::count(comment.begin(), comment.end(), '\n')), '\n');
}

std::string range_text(uint64_t value) {
  if (value < 16) return std::to_string(value);
  const uint64_t low = std::bit_floor(value);
  return fmt::format("{} to {}", low, 2 * low - 1);
}

// From `at` on, the end of a path with a slash in it; `at` if there is none.
size_t path_end(std::string_view text, size_t at) {
  const bool begins = at == 0 || !(is_letter(text[at - 1]) || is_digit(text[at - 1]) || text[at - 1] == '.');
  if (!begins) return at;
  size_t end = at;
  bool has_slash = false;
  const auto belongs = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '/'; };
  while (end < text.size() && belongs(text[end])) has_slash |= text[end++] == '/';
  const bool is_division = end - at < 4;
  return has_slash && !is_division ? end : at;
}

}  // namespace

Result<Redaction> Redaction::replacing(const Knowledge& knowledge, const std::vector<std::string>& names) {
  TRY(text, knowledge.read(k_vocabulary));
  TRY(document, parse_toml(text, std::string("knowledge/") + k_vocabulary));
  TRY(words, optional_strings(document, "words", k_vocabulary));
  TRY(prefixes, optional_strings(document, "prefixes", k_vocabulary));
  Redaction redaction;
  redaction.is_active_ = true;
  redaction.vocabulary_.insert(words.begin(), words.end());
  redaction.prefixes_ = std::move(prefixes);
  for (const std::string& name : names) {
    if (!redaction.stays(name)) redaction.alias_of(name);
  }
  return redaction;
}

bool Redaction::stays(std::string_view name) const {
  return name.size() < 2 || vocabulary_.contains(name) || invented_.contains(name) ||
         std::any_of(prefixes_.begin(), prefixes_.end(), [&](const auto& prefix) { return name.starts_with(prefix); });
}

const std::string& Redaction::alias_of(std::string_view name) {
  if (const auto known = aliases_.find(name); known != aliases_.end()) return known->second;
  const std::string alias = fmt::format("name{}", aliases_.size() + 1);
  names_[alias] = std::string(name);
  return aliases_[std::string(name)] = alias;
}

std::string Redaction::source(std::string_view source) {
  if (!is_active_) return std::string(source);
  const std::string whole(source), body = without_leading_block(whole);
  const std::string block = whole.substr(0, whole.size() - body.size());
  std::string shown = code(body);
  return (has_leading_block(whole) ? settings(block) : block) + shown;
}

std::string Redaction::settings(std::string_view text) {
  if (!is_active_) return std::string(text);
  return with_identifiers(text,
                          [&](std::string_view each) { return stays(each) ? std::string(each) : alias_of(each); });
}

std::string Redaction::code(std::string_view code) {
  std::string shown;
  size_t at = 0;
  for (const Token& token : tokenize(code)) {
    shown += code.substr(at, token.offset - at);
    at = token.end();
    if (token.kind == TokenKind::comment)
      shown += blank_lines(token.text);
    else if (token.kind == TokenKind::directive)
      shown += directive_line(token.text);
    else if (token.kind == TokenKind::string) {
      std::string& alias = texts_[std::string(token.text)];
      if (alias.empty()) alias = fmt::format("\"text{}\"", texts_.size());
      literals_[alias] = std::string(token.text);
      shown += alias;
    } else
      shown += token.is_identifier() && !stays(token.text) ? alias_of(token.text) : std::string(token.text);
  }
  return shown + std::string(code.substr(at));
}

// `#include "wages.h"` names a file; in other directives the tokens after the name are code.
std::string Redaction::directive_line(std::string_view line) {
  const size_t word = line.find_first_not_of("# \t");
  const size_t end = word == std::string_view::npos ? line.size() : line.find_first_of(" \t\"<(", word);
  if (end == std::string_view::npos || line.substr(word, end - word) == "pragma") return std::string(line);
  if (line.substr(word, end - word) == "include" && line.find('<') != std::string_view::npos) return std::string(line);
  return std::string(line.substr(0, end)) + code(line.substr(end));
}

std::string Redaction::words(std::string_view text) const {
  if (!is_active_) return std::string(text);
  std::string shown;
  for (size_t at = 0; at < text.size();) {
    const size_t path = path_end(text, at);
    size_t end = path > at ? path : at + 1;
    if (path == at && (is_letter(text[at]) || is_digit(text[at]))) {
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    }
    const std::string word(text.substr(at, end - at));
    const auto alias = aliases_.find(word);
    constexpr size_t k_size_digits = 3;  // a number with more may tell a size
    if (path > at)
      shown += "file";
    else if (alias != aliases_.end())
      shown += alias->second;
    else if (word.size() > k_size_digits && word.size() < 19 && std::all_of(word.begin(), word.end(), is_digit))
      shown += "(" + range_text(std::stoull(word)) + ")";
    else
      shown += word;
    at = end;
  }
  return shown;
}

std::string Redaction::size(int64_t value) const {
  return is_active_ && value >= 0 ? range_text(static_cast<uint64_t>(value)) : std::to_string(value);
}

std::string Redaction::words_back(std::string_view text) const {
  if (!is_active_) return std::string(text);
  return with_identifiers(text, [&](std::string_view word) {
    const auto name = names_.find(word);
    return name == names_.end() ? std::string(word) : name->second;
  });
}

std::string Redaction::name_back(std::string_view name) {
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  if (stays(name)) return std::string(name);
  if (!aliases_.contains(name)) {
    invented_.insert(std::string(name));
    return std::string(name);
  }
  const std::string real = std::string(name) + "_new";
  aliases_[real] = name;
  return names_[std::string(name)] = real;
}

std::string Redaction::source_back(std::string_view source) {
  if (!is_active_) return std::string(source);
  const std::string whole(source), body = without_leading_block(whole);
  const std::string block = whole.substr(0, whole.size() - body.size());
  return with_identifiers(block, [&](std::string_view name) { return name_back(name); }) + back(body);
}

std::string Redaction::back(std::string_view code) {
  std::string real;
  size_t at = 0;
  for (const Token& token : tokenize(code)) {
    real += code.substr(at, token.offset - at);
    at = token.end();
    const auto literal = literals_.find(token.text);
    const size_t after = token.text.find_first_not_of('#');
    if (token.kind == TokenKind::directive && after != std::string_view::npos && after > 0)
      real += std::string(token.text.substr(0, after)) + back(token.text.substr(after));
    else if (token.is_identifier())
      real += name_back(token.text);
    else
      real += literal != literals_.end() ? literal->second : std::string(token.text);
  }
  return real + std::string(code.substr(at));
}

}  // namespace whet::consult
