// Finds named integers that shape the code, and feature switches.
#include <algorithm>

#include "source/kernel/constants.h"
#include "source/tunable/tunable_finders.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_largest = 65536;  // larger numbers are sizes, seeds and masks, which do not shape code
constexpr int64_t k_warp = 32;

// True for constants of the hardware, the language and formats, which cannot be chosen.
bool is_given(const std::string& name, int64_t value) {
  const std::string small = lower(name);
  const auto has = [&](std::string_view part) { return small.find(part) != std::string::npos; };
  const bool lanes = has("warpsize") || has("warp_size") || has("lanes") || small.ends_with("warp") ||
                     small.ends_with("warp_threads") || small.ends_with("threads_per_warp");
  return has("version") || has("cuda_arch") || (value == k_warp && lanes);
}

bool shapes_code(const ConstantUse& use) {
  return use.role != ConstantRole::condition && use.role != ConstantRole::arithmetic;
}

// "256u" keeps its suffix; a macro over several lines keeps its number of lines.
TunablePlace place_of(const SourceConstant& constant) {
  TunablePlace place{constant.offset, constant.text.size(), {}, {}};
  const size_t digits = constant.text.find_first_not_of("0123456789");
  const bool suffixed = digits != std::string::npos && digits > 0 &&
                        constant.text.find_first_not_of("uUlLzZ", digits) == std::string::npos;
  if (suffixed) place.after = constant.text.substr(digits);
  for (const char c : constant.text) {
    if (c == '\n') place.after += "\\\n";
  }
  return place;
}

std::vector<int64_t> proposed(const FoundTunable& tunable) {
  if (tunable.kind == TunableKind::feature) return {0, 1};
  if (tunable.current > 1) return values_around(tunable.current);
  const bool is_extent = tunable.is_used_as(ConstantRole::array) || tunable.is_used_as(ConstantRole::shared);
  if (is_extent || tunable.current == 0) return {0, 1, 2, 4, 8};  // often padding
  return {1, 2, 4, 8};
}

}  // namespace

void find_constant_tunables(const TunableSource& source, std::vector<FoundTunable>& found) {
  for (const auto& [name, value] : source.constants) {
    if (value < 0 || value > k_largest || is_given(name, value)) continue;
    FoundTunable tunable{TunableKind::constant, name};
    tunable.current = value;
    tunable.uses = find_uses(source.outline, name);
    const bool shapes = std::any_of(tunable.uses.begin(), tunable.uses.end(), shapes_code);
    if (!shapes && (value > 1 || !tunable.is_used_as(ConstantRole::condition))) continue;
    if (!shapes) tunable.kind = TunableKind::feature;
    for (const SourceConstant& constant : find_constants(source.text, name)) {
      if (tunable.line == 0) tunable.line = constant.line;
      tunable.places.push_back(place_of(constant));
    }
    tunable.values = proposed(tunable);
    found.push_back(std::move(tunable));
  }
}

}  // namespace whet
