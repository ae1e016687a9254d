#include <cmath>

#include "profile/ncu/advice.h"
#include "profile/ncu/launch.h"
#include "util/text.h"

namespace whet {

namespace {

std::optional<uint32_t> whole_metric(const MetricSet& metrics, std::string_view name) {
  const auto value = metrics.find(name);
  if (!value || *value < 0 || *value > 4294967295.0 || *value != std::floor(*value)) return std::nullopt;
  return static_cast<uint32_t>(*value);
}

std::optional<Extent> extent_of(const MetricSet& metrics, const std::string& prefix) {
  const auto x = whole_metric(metrics, prefix + "_x"), y = whole_metric(metrics, prefix + "_y"),
             z = whole_metric(metrics, prefix + "_z");
  if (!x || !y || !z || *x == 0 || *y == 0 || *z == 0) return std::nullopt;
  return Extent{*x, *y, *z};
}

// Older versions have the shape among the metrics only.
void complete_shape(NcuLaunch& launch) {
  Profile& profile = launch.profile;
  const MetricSet& metrics = profile.metrics;
  const auto block = extent_of(metrics, "launch__block_dim"), grid = extent_of(metrics, "launch__grid_dim");
  if (!profile.shape && block && grid) {
    profile.shape = LaunchShape{};
    profile.shape->grid = *grid;
    profile.shape->block = *block;
  }
  if (!profile.shape) return;
  const auto shared = metrics.find("launch__shared_mem_per_block_dynamic");
  if (shared && *shared >= 0 && *shared < 1e9) profile.shape->dynamic_shared_bytes = std::llround(*shared);
  if (shared && !launch.exact_bytes)
    profile.unseen.push_back("The size of dynamic shared memory is rounded in the report.");
  profile.shape->cluster = extent_of(metrics, "launch__cluster_dim");
}

void complete_device(Profile& profile) {
  const auto major = whole_metric(profile.metrics, "device__attribute_compute_capability_major");
  const auto minor = whole_metric(profile.metrics, "device__attribute_compute_capability_minor");
  if (profile.sm == 0 && major && minor && *major < 100 && *minor < 10) {
    profile.sm = static_cast<int>(*major * 10 + *minor);
  }
  const auto passes = whole_metric(profile.metrics, "profiler__replayer_passes");
  if (passes && *passes < 1'000'000) profile.passes = static_cast<int>(*passes);
}

void add_stand_ins(MetricSet& metrics, const NcuNames& names) {
  MetricSet added;
  for (const auto& [name, metric] : names.all()) {
    if (metrics.find(name)) continue;
    for (const std::string& other : metric.same) {
      const auto value = metrics.find(other);
      if (!value) continue;
      added.set(name, *value, Origin::derived);
      break;
    }
  }
  for (const auto& [name, metric] : added.all()) metrics.set(name, metric.value, metric.origin);
}

// "3 metrics have an unknown unit and are left out: a, b, c."
void say(Profile& profile, const std::vector<std::string>& names, const std::string& one, const std::string& several) {
  constexpr size_t k_most = 5;
  if (names.empty()) return;
  std::vector<std::string> shown(names.begin(), names.begin() + std::min(names.size(), k_most));
  const std::string more = names.size() > k_most ? " and " + std::to_string(names.size() - k_most) + " more" : "";
  const std::string what = names.size() == 1 ? "1 metric " + one : std::to_string(names.size()) + " metrics " + several;
  profile.unseen.push_back(what + ": " + join(shown, ", ") + more + ".");
}

}  // namespace

void finish_launch(NcuLaunch& launch, const NcuNames& names) {
  Profile& profile = launch.profile;
  complete_shape(launch);
  complete_device(profile);
  add_stand_ins(profile.metrics, names);
  profile.advice = sorted_advice(std::move(profile.advice));
  say(profile, launch.unknown_units, "has an unknown unit and is left out", "have unknown units and are left out");
  say(profile, launch.without_value, "has no value in the report", "have no value in the report");
  say(profile, launch.twice, "is given twice with different values, of which the first is used",
      "are given twice with different values, of which the first is used");
  if (launch.ambiguous > 0) {
    const std::string count = std::to_string(launch.ambiguous);
    profile.unseen.push_back(count + (launch.ambiguous == 1 ? " value" : " values") +
                             " of the details page could not be told apart from others of the same section and label.");
  }
}

}  // namespace whet
