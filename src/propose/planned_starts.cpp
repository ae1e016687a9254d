#include "propose/planned_starts.h"

#include <algorithm>
#include <cstdlib>

namespace whet {

namespace {

constexpr size_t k_values_each = 3;  // of one tunable

// The places in the list of values nearest to that of the current one.
std::vector<int64_t> nearest_values(const FoundTunable& tunable) {
  const auto& values = tunable.values;
  const auto current = std::find(values.begin(), values.end(), tunable.current) - values.begin();
  std::vector<int64_t> near;
  for (const int64_t value : values) {
    if (value != tunable.current) near.push_back(value);
  }
  const auto distance = [&](int64_t value) {
    return std::abs(std::find(values.begin(), values.end(), value) - values.begin() - current);
  };
  std::stable_sort(near.begin(), near.end(), [&](int64_t a, int64_t b) { return distance(a) < distance(b); });
  if (near.size() > k_values_each) near.resize(k_values_each);
  return near;
}

}  // namespace

std::vector<std::map<std::string, int64_t>> planned_starts(const Plan& plan,
                                                           const std::vector<FoundTunable>& tunables) {
  std::vector<std::map<std::string, int64_t>> starts;
  for (const PlannedMethod& planned : plan.methods) {
    const auto& turns = planned.method.turns;
    for (const FoundTunable& tunable : tunables) {
      if (std::find(turns.begin(), turns.end(), tunable.kind) == turns.end()) continue;
      for (const int64_t value : nearest_values(tunable)) {
        std::map<std::string, int64_t> start = {{tunable.name, value}};
        if (std::find(starts.begin(), starts.end(), start) == starts.end()) starts.push_back(std::move(start));
      }
    }
  }
  return starts;
}

}  // namespace whet
