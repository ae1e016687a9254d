// The time of one candidate in one case, alone or compared with another.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/run.h"
#include "store/speedup.h"
#include "util/text/json.h"

namespace whet::store {

enum class MeasurementKind : uint8_t { screen, comparison, confirmation, ablation };
inline constexpr std::array<std::string_view, 4> k_measurement_kinds = {"screen", "comparison", "confirmation",
                                                                        "ablation"};
constexpr const auto& names_of(MeasurementKind) {
  return k_measurement_kinds;
}
inline std::string_view name_of(MeasurementKind kind) {
  return k_measurement_kinds[static_cast<size_t>(kind)];
}

struct Measurement {
  CandidateId candidate = 0;
  std::string case_name;
  MeasurementKind kind = MeasurementKind::screen;
  std::optional<CandidateId> against;
  double median = 0, low = 0, high = 0;  // seconds
  std::optional<Speedup> speedup;        // over `against`
  TimeOrigin origin = TimeOrigin::measured;
  double clock_hz = 0;  // 0: not known
  Json samples = Json::array();
  uint64_t seed = 0;  // of the input data
};

}  // namespace whet::store
