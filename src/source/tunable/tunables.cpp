#include "source/tunable/tunables.h"

#include <algorithm>

#include "source/kernel/constants.h"
#include "source/tunable/tunable_finders.h"

namespace whet {

std::string_view name_of(TunableKind kind) {
  constexpr std::string_view k_names[] = {"constant",      "feature", "template argument", "unroll",
                                          "launch bounds", "block",   "register limit",    "compiler flag"};
  return k_names[static_cast<size_t>(kind)];
}

bool FoundTunable::is_used_as(ConstantRole role) const {
  return std::any_of(uses.begin(), uses.end(), [&](const ConstantUse& use) { return use.role == role; });
}

std::optional<int64_t> TunableSource::value_of(std::string_view name) const {
  const auto found = constants.find(name);
  return found == constants.end() ? std::nullopt : std::optional(found->second);
}

std::string_view TunableSource::between(size_t first, size_t last) const {
  const auto& tokens = outline.code.tokens;
  return text.substr(tokens[first].offset, tokens[last].end() - tokens[first].offset);
}

std::vector<FoundTunable> find_tunables(std::string_view source, const TunableContext& context) {
  const TunableSource read{source, outline(source), whole_constants(source)};
  std::vector<FoundTunable> found;
  if (!read.outline.code.sure) return found;
  find_constant_tunables(read, found);
  find_unroll_tunables(read, found);
  find_kernel_tunables(read, context, found);
  find_register_limit(read, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const FoundTunable& a, const FoundTunable& b) { return a.line < b.line; });
  return found;
}

std::string set_tunables(std::string_view source, const std::vector<FoundTunable>& tunables,
                         const std::map<std::string, int64_t>& values) {
  std::vector<std::pair<const TunablePlace*, int64_t>> edits;
  for (const FoundTunable& tunable : tunables) {
    const auto value = values.find(tunable.name);
    if (value == values.end() || value->second == tunable.current) continue;
    for (const TunablePlace& place : tunable.places) edits.emplace_back(&place, value->second);
  }
  std::sort(edits.begin(), edits.end(), [](const auto& a, const auto& b) { return a.first->offset > b.first->offset; });
  std::string text(source);
  for (const auto& [place, value] : edits)
    text.replace(place->offset, place->length, place->before + std::to_string(value) + place->after);
  return text;
}

std::vector<int64_t> values_around(int64_t current, int64_t most) {
  std::vector<int64_t> values = {current};
  for (int64_t power = 1; power <= 4 * current; power *= 2) {
    if (4 * power >= current) values.push_back(power);
  }
  for (const int64_t divisor : {2, 4}) {
    if (current % divisor == 0) values.push_back(current / divisor);
    values.push_back(current * divisor);
  }
  std::erase_if(values, [&](int64_t value) { return value != current && (value < 1 || value > most); });
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace whet
