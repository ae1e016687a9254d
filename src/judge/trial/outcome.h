// The judge's outcomes for a candidate.
#pragma once

#include <cstdint>
#include <string_view>

namespace whet {

enum class Outcome : uint8_t {
  correct,  // checked, not compared
  faster,   // than the kernel it was compared with
  slower,
  same,          // shown to be within the margin, not merely undecided
  inconclusive,  // the noise is larger than the difference
  wrong,         // a result differs from the reference
  invalid,       // it broke a rule: its results and times count for nothing
  failed,        // it did not compile, crashed, hung or asked for too much
  not_judged,    // this device lacks what the candidate needs
};
std::string_view name_of(Outcome outcome);

// A candidate with such an outcome may be used.
constexpr bool is_sound(Outcome outcome) {
  return outcome <= Outcome::inconclusive;
}

}  // namespace whet
