// One method against the facts: what it should bring, or why it is not to be tried.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "diagnose/method.h"

namespace whet {

enum class SkipReason {
  architecture,   // this one lacks what it needs
  precondition,   // facts say that it cannot be done here
  consent,        // it changes more than the kernel, and nobody agreed
  ruled_out,      // by the caller: tried before, for example
  not_triggered,  // facts do not call for it
  unknown,        // facts that would decide are absent
  skip_rule,      // triggered, but known not to pay here
  no_gain,        // triggered, but the time it acts on is too short
  conflict,       // another method of the plan excludes it
  budget,         // others promise more
};
std::string_view skip_reason_name(SkipReason reason);

struct Skip {
  SkipReason reason = SkipReason::not_triggered;
  std::string why;
};

// A triggered method. `expected` is the speed-up of the whole kernel, estimated; absent when a fact for it is.
struct Promise {
  double strength = 0;
  std::optional<double> acts_on, gain, expected;

  // Orders the methods of a plan; an unknown gain is the least.
  double score() const { return expected ? strength * (*expected - 1) : 0; }
};

// The speed-up when `share` of the time shrinks by `gain`: 1 / (1 - share + share / gain).
double whole_speedup(double share, double gain);

std::variant<Promise, Skip> assess(const Method& method, const Facts& facts);

}  // namespace whet
