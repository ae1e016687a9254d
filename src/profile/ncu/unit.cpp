#include "profile/ncu/unit.h"

#include <algorithm>
#include <iterator>

#include "util/text.h"

namespace whet {

namespace {

// What is counted one by one. Plurals and capitals are accepted.
constexpr std::string_view k_counted[] = {
    "access",    "barrier",  "bank",    "block",  "branch",    "cluster",     "conflict", "cta",  "cycle",
    "event",     "flop",     "grid",    "gpc",    "hit",       "inst",        "instance", "line", "instruction",
    "launch",    "lane",     "miss",    "op",     "operation", "packet",      "page",     "pass", "quad",
    "ratio",     "register", "request", "sample", "sector",    "slice",       "slot",     "sm",   "smsp",
    "tag",       "texel",    "thread",  "tpc",    "tile",      "transaction", "unit",     "warp", "wave",
    "wavefront", "workid",   "query",   "cell"};

enum class WordKind : uint8_t { counted, cycle, byte, second, hertz };

struct UnitWord {
  WordKind kind;
  double factor;
};

std::optional<double> large_prefix(char c) {
  switch (c) {
    case 'K':
    case 'k':
      return 1e3;
    case 'M':
      return 1e6;
    case 'G':
      return 1e9;
    case 'T':
      return 1e12;
    case 'P':
      return 1e15;
    default:
      return std::nullopt;
  }
}

// Seconds and their parts: "nsecond", "ns", "s".
std::optional<UnitWord> second_word(std::string_view word) {
  constexpr std::pair<std::string_view, double> k_prefixes[] = {
      {"", 1}, {"n", 1e-9}, {"u", 1e-6}, {"\xC2\xB5", 1e-6}, {"m", 1e-3}};
  for (const auto& [prefix, factor] : k_prefixes) {
    if (!word.starts_with(prefix)) continue;
    const std::string_view rest = word.substr(prefix.size());
    if (rest == "second" || rest == "s" || rest == "sec") return UnitWord{WordKind::second, factor};
  }
  return std::nullopt;
}

// A word without prefix that may have one.
std::optional<WordKind> scaled_word(std::string_view text) {
  const std::string word = lower(text);
  if (word == "byte" || word == "bytes") return WordKind::byte;
  if (word == "hz") return WordKind::hertz;
  if (word == "cycle" || word == "cycles") return WordKind::cycle;
  const auto counted = [](std::string_view w) {
    return std::find(std::begin(k_counted), std::end(k_counted), w) != std::end(k_counted);
  };
  if (counted(word)) return WordKind::counted;
  for (const std::string_view plural : {"s", "es"}) {
    if (word.ends_with(plural) && counted(word.substr(0, word.size() - plural.size()))) return WordKind::counted;
  }
  return std::nullopt;
}

std::optional<UnitWord> unit_word(std::string_view word) {
  if (const auto second = second_word(word)) return second;
  if (const auto kind = scaled_word(word)) return UnitWord{*kind, 1};
  const auto prefix = word.size() > 1 ? large_prefix(word.front()) : std::nullopt;
  const auto kind = prefix ? scaled_word(word.substr(1)) : std::nullopt;
  return kind ? std::optional(UnitWord{*kind, *prefix}) : std::nullopt;
}

NcuUnit per_time(const UnitWord& above, const UnitWord& below) {
  const double factor = above.factor / below.factor;
  switch (above.kind) {
    case WordKind::byte:
      return {NcuQuantity::bytes_per_second, factor};
    case WordKind::cycle:
      return {NcuQuantity::hertz, factor};
    default:
      return {NcuQuantity::per_second, factor};
  }
}

NcuUnit alone(const UnitWord& word) {
  switch (word.kind) {
    case WordKind::byte:
      return {NcuQuantity::bytes, word.factor};
    case WordKind::second:
      return {NcuQuantity::nanoseconds, word.factor * 1e9};
    case WordKind::hertz:
      return {NcuQuantity::hertz, word.factor};
    default:
      return {NcuQuantity::number, word.factor};
  }
}

}  // namespace

const char* name_of(NcuQuantity quantity) {
  constexpr const char* k_names[k_ncu_quantities] = {"number",      "percent", "bytes",     "bytes_per_second",
                                                     "nanoseconds", "hertz",   "per_second"};
  return k_names[static_cast<int>(quantity)];
}

std::optional<NcuUnit> parse_ncu_unit(std::string_view text) {
  text = trim(text);
  if (text.empty()) return NcuUnit{};
  if (text == "%") return NcuUnit{NcuQuantity::percent, 1};
  const auto parts = split(text, '/');
  if (parts.size() > 2) return std::nullopt;
  // "1/s": something without a name, counted in a time.
  const auto above = parts[0] == "1" ? std::optional(UnitWord{WordKind::counted, 1}) : unit_word(parts[0]);
  const auto below = parts.size() == 2 ? unit_word(parts[1]) : UnitWord{WordKind::counted, 1};
  if (!above || !below) return std::nullopt;
  if (below->kind == WordKind::second) return per_time(*above, *below);
  NcuUnit unit = alone(*above);
  unit.factor /= below->factor;
  return unit;
}

}  // namespace whet
