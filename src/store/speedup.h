// A speed-up factor with its confidence interval.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace whet::store {

struct Speedup {
  double value = 1;
  double low = 1, high = 1;  // 95 %; equal to the value where there is no noise
};

// How a time was obtained.
enum class TimeOrigin : uint8_t { measured, modelled };
inline constexpr std::array<std::string_view, 2> k_time_origins = {"measured", "modelled"};
constexpr const auto& names_of(TimeOrigin) {
  return k_time_origins;
}
inline std::string_view name_of(TimeOrigin origin) {
  return k_time_origins[static_cast<size_t>(origin)];
}

}  // namespace whet::store
