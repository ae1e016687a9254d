#include "learn/pattern_file.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "learn/tried.h"
#include "store/choice.h"
#include "util/text/toml.h"

namespace whet::learn {

namespace {

constexpr int64_t k_version = 1;
constexpr size_t k_most_patterns = 10'000, k_most_bytes = 8 << 20;
constexpr size_t k_longest_text = 2000;
constexpr double k_largest_effect = 1e6, k_most_tries = 1e9;

std::string place_of(const std::string& file, const TomlValue& value) {
  return file + ":" + std::to_string(value.line);
}

bool is_plain(const std::string& text) {
  return text.size() <= k_longest_text && std::none_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
         });
}

std::string quoted(const std::string& text) {
  std::string written = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') written += '\\';
    written += c;
  }
  return written + "\"";
}

Result<std::string> text_member(const TomlValue& table, std::string_view key, const std::string& file) {
  TRY(text, required_string(table, key, file));
  if (is_plain(text)) return text;
  return bad_input(fmt::format("`{}` must be one line of at most {} characters", key, k_longest_text),
                   place_of(file, *table.find(key)));
}

Result<double> number_member(const TomlValue& table, std::string_view key, double least, double most,
                             const std::string& file) {
  const TomlValue* const value = table.find(key);
  const auto number = value ? value->as_number() : std::nullopt;
  if (number && std::isfinite(*number) && *number >= least && *number <= most) return *number;
  return bad_input(fmt::format("`{}` must be a number from {} to {}", key, least, most),
                   place_of(file, value ? *value : table));
}

template <typename Enum, typename Names>
Result<Enum> choice_member(const TomlValue& table, std::string_view key, const Names& names, const std::string& file) {
  TRY(text, required_string(table, key, file));
  const auto chosen = store::choice_of<Enum>(names, text);
  if (chosen) return *chosen;
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
  return bad_input(fmt::format("`{}` must be one of {}", key, all), place_of(file, *table.find(key)));
}

Result<store::Speedup> effect_of(const TomlValue& table, const std::string& file) {
  TRY(value, number_member(table, "speedup", 0, k_largest_effect, file));
  TRY(low, number_member(table, "low", 0, k_largest_effect, file));
  TRY(high, number_member(table, "high", 0, k_largest_effect, file));
  if (low > 1 && low <= value && value <= high) return store::Speedup{value, low, high};
  return bad_input("a pattern's interval lies above 1 and holds its speed-up: 1 < low <= speedup <= high",
                   place_of(file, table));
}

Result<store::PatternSubject> subject_in(const TomlValue& table, const std::string& file) {
  store::PatternSubject subject;
  TRY(family, text_member(table, "family", file));
  TRY(meaning, text_member(table, "meaning", file));
  TRY(types, text_member(table, "types", file));
  TRY(sizes, text_member(table, "sizes", file));
  return store::PatternSubject{std::move(family), std::move(meaning), std::move(types), std::move(sizes)};
}

Result<store::PatternPlace> pattern_place(const TomlValue& table, const std::string& file) {
  TRY(architecture, text_member(table, "architecture", file));
  TRY(gpu, text_member(table, "gpu", file));
  TRY(origin, choice_member<store::TimeOrigin>(table, "origin", store::k_time_origins, file));
  return store::PatternPlace{std::move(architecture), std::move(gpu), origin};
}

Result<store::Pattern> read_pattern(const TomlValue& table, const std::string& file) {
  TRY_VOID(check_keys(table,
                      {"family", "meaning", "types", "sizes", "bottleneck", "kind", "tried", "architecture", "gpu",
                       "origin", "speedup", "low", "high", "tries", "wins"},
                      file));
  store::Pattern pattern;
  TRY(subject, subject_in(table, file));
  TRY(bottleneck, text_member(table, "bottleneck", file));
  TRY(kind, choice_member<store::PatternKind>(table, "kind", store::k_pattern_kinds, file));
  TRY(tried, text_member(table, "tried", file));
  TRY(place, pattern_place(table, file));
  TRY(effect, effect_of(table, file));
  TRY(tries, number_member(table, "tries", 0, k_most_tries, file));
  TRY(wins, number_member(table, "wins", 0, tries, file));
  if (!is_well_formed(kind, tried))
    return bad_input(fmt::format("`tried` is nothing of the kind `{}`", store::name_of(kind)),
                     place_of(file, *table.find("tried")));
  pattern.subject = std::move(subject);
  pattern.bottleneck = std::move(bottleneck);
  pattern.kind = kind;
  pattern.tried = std::move(tried);
  pattern.place = std::move(place);
  pattern.effect = effect;
  pattern.tries = tries;
  pattern.wins = wins;
  return pattern;
}

std::string written_pattern(const store::Pattern& pattern) {
  const auto& [family, meaning, types, sizes] = pattern.subject;
  return fmt::format(
      "\n[[pattern]]\nfamily = {}\nmeaning = {}\ntypes = {}\nsizes = {}\nbottleneck = {}\nkind = {}\ntried = {}\n"
      "architecture = {}\ngpu = {}\norigin = {}\nspeedup = {}\nlow = {}\nhigh = {}\ntries = {}\nwins = {}\n",
      quoted(family), quoted(meaning), quoted(types), quoted(sizes), quoted(pattern.bottleneck),
      quoted(std::string(store::name_of(pattern.kind))), quoted(pattern.tried), quoted(pattern.place.architecture),
      quoted(pattern.place.gpu), quoted(std::string(store::name_of(pattern.place.origin))), pattern.effect.value,
      pattern.effect.low, pattern.effect.high, pattern.tries, pattern.wins);
}

Result<void> check_version(const TomlValue& root, const std::string& file) {
  const TomlValue* const version = root.find("version");
  if (!version || version->as_integer() != k_version)
    return bad_input(fmt::format("this is no file of patterns: `version = {}` is missing", k_version),
                     version ? place_of(file, *version) : file + ":1", "`whet learn export FILE` writes one");
  return {};
}

}  // namespace

std::string write_patterns(const std::vector<store::Pattern>& patterns) {
  std::string text =
      fmt::format("# Patterns that whet learned: `whet learn import FILE` takes them over.\nversion = {}\n", k_version);
  for (const store::Pattern& pattern : patterns) text += written_pattern(pattern);
  return text;
}

Result<std::vector<store::Pattern>> read_patterns(std::string_view text, const std::string& file) {
  if (text.size() > k_most_bytes)
    return bad_input(fmt::format("the file has {} bytes; patterns have at most {}", text.size(), k_most_bytes),
                     file + ":1");
  TRY(root, parse_toml(text, file));
  TRY_VOID(check_version(root, file));
  TRY_VOID(check_keys(root, {"version", "pattern"}, file));
  const TomlValue* const list = root.find("pattern");
  std::vector<store::Pattern> patterns;
  if (!list) return patterns;
  if (!list->as_array()) return bad_input("patterns are written as [[pattern]]", place_of(file, *list));
  if (list->as_array()->size() > k_most_patterns)
    return bad_input(fmt::format("the file has more than {} patterns", k_most_patterns), place_of(file, *list));
  for (const TomlValue& table : *list->as_array()) {
    if (!table.as_table()) return bad_input("patterns are written as [[pattern]]", place_of(file, table));
    TRY(pattern, read_pattern(table, file));
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

}  // namespace whet::learn
