// A method that helped on kernels like one at hand; a run keeps those that it began with.
#pragma once

#include <string>

#include "util/text/record.h"

namespace whet::learn {

// A method that helped, as plans and prompts are told.
struct LearnedMethod {
  std::string method;
  std::string bottleneck;  // where nobody knows what the kernel computes, it holds for this one alone; else empty
  double speedup = 1, low = 1, high = 1;
  double tries = 0, wins = 0;

  bool operator==(const LearnedMethod&) const = default;
};

}  // namespace whet::learn

template <>
struct whet::Record<whet::learn::LearnedMethod> {
  using Method = whet::learn::LearnedMethod;
  static constexpr auto fields = std::tuple(
      required("method", &Method::method), defaulted("bottleneck", &Method::bottleneck),
      defaulted("speedup", &Method::speedup), defaulted("low", &Method::low), defaulted("high", &Method::high),
      defaulted("tries", &Method::tries), defaulted("wins", &Method::wins));
};
