#include "learn/tried.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "learn/letters.h"
#include "util/text.h"
#include "util/text/json.h"

namespace whet::learn {

namespace {

constexpr size_t k_longest_tried = 400;  // characters
constexpr std::array<std::string_view, 7> k_universal = {"block_x",   "block_y",       "block_z",   "max_registers",
                                                         "fast_math", "fast_division", "fast_roots"};

bool is_word(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_edit_list(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view(" +-_.,()").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::optional<TriedSchedule> read_schedule(std::string_view text) {
  if (text.size() > k_longest_tried) return std::nullopt;
  TriedSchedule tried;
  bool is_first = true;
  for (const std::string_view word : split(text, ' ')) {
    const size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      // The name of a schedule may have several words, and comes first.
      const bool is_name = !word.empty() && tried.numbers.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return is_lower(c) || is_digit(c) || c == '_' || c == '-';
      });
      if (!is_name) return std::nullopt;
      tried.schedule += (is_first ? "" : " ") + std::string(word);
      is_first = false;
      continue;
    }
    const auto value = read_integer(word.substr(equals + 1));
    const std::string_view name = word.substr(0, equals);
    if (!value || !is_word(name) || !tried.numbers.emplace(name, *value).second) return std::nullopt;
  }
  return tried.schedule.empty() ? std::nullopt : std::optional(std::move(tried));
}

std::optional<int64_t> read_integer(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_universal(std::string_view tunable) {
  return std::find(k_universal.begin(), k_universal.end(), tunable) != k_universal.end();
}

std::optional<std::map<std::string, int64_t>> read_numbers(const std::string& text) {
  if (text.size() > k_longest_tried) return std::nullopt;
  const auto json = Json::parse(text);
  if (!json || !json->as_object() || json->as_object()->empty()) return std::nullopt;
  std::map<std::string, int64_t> numbers;
  for (const auto& [name, value] : *json->as_object()) {
    if (!is_universal(name) || !value.as_integer()) return std::nullopt;
    numbers[name] = *value.as_integer();
  }
  return numbers;
}

bool is_method_id(std::string_view text) {
  const size_t dot = text.find('.');
  const auto is_part = [](std::string_view part) {
    return !part.empty() && part.size() <= 60 &&
           std::all_of(part.begin(), part.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
  };
  return dot != std::string_view::npos && is_part(text.substr(0, dot)) && is_part(text.substr(dot + 1));
}

bool is_well_formed(store::PatternKind kind, const std::string& tried) {
  switch (kind) {
    case store::PatternKind::written:
      return read_schedule(tried).has_value();
    case store::PatternKind::tunables:
      return read_numbers(tried).has_value();
    case store::PatternKind::method:
      return is_method_id(tried);
    case store::PatternKind::edited:
      return tried.size() <= k_longest_tried && is_edit_list(tried);
  }
  return false;
}

}  // namespace whet::learn
