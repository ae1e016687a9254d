#include "profile/measured/measured_profile.h"

#include <algorithm>

#include "binary/container/demangle.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_ns = 1e9, k_most_launch = 0.95;
constexpr const char* k_duration = "gpu__time_duration.sum";

bool is_measured(Resource resource, const MetricSet& metrics, const std::vector<ResourceMetrics>& resources) {
  return std::any_of(resources.begin(), resources.end(), [&](const ResourceMetrics& row) {
    return row.resource == resource && std::any_of(row.metrics.begin(), row.metrics.end(),
                                                   [&](const auto& name) { return metrics.find(name).has_value(); });
  });
}

// Seconds by the twin's model.
std::optional<double> modelled_seconds(const Profile& twin) {
  const auto duration = twin.metrics.find(k_duration);
  return duration && *duration > 0 ? std::optional(*duration / k_ns) : std::nullopt;
}

// What nobody measured. Beside measured metrics only counts are taken: a model's stalls and times are of another whole.
void add_twin_metrics(const Profile& twin, bool counts_alone, MetricSet& metrics) {
  for (const auto& [name, metric] : twin.metrics.all()) {
    const bool is_count = name.starts_with("whet__") || metric.origin == Origin::counted;
    if (!metrics.find(name) && (is_count || !counts_alone)) metrics.set(name, metric.value, metric.origin);
  }
}

// What the twin says a resource needs, in a launch that took `seconds`. Latency is what the others leave.
void add_twin_shares(const MeasuredLaunch& known, const MetricSet& measured,
                     const std::vector<ResourceMetrics>& resources, TimeShares& shares) {
  const auto model = modelled_seconds(*known.twin);
  if (!model || !known.twin->shares) return;
  for (const ResourceRow& row : resource_table()) {
    if (row.resource == Resource::latency || is_measured(row.resource, measured, resources)) continue;
    const double seconds = known.twin->shares->share(row.resource) * *model;
    shares.set(row.resource, std::min(1.0, seconds / known.time.seconds));
  }
}

// Percentages of a peak are of the time in which the GPU worked; the launch itself is the rest.
void add_launch_share(const MeasuredLaunch& known, TimeShares& shares) {
  shares.launch = std::clamp(known.empty_seconds / known.time.seconds, 0.0, k_most_launch);
  for (double& share : shares.shares) share *= 1 - shares.launch;
  shares.explain_rest_by_latency();
}

std::optional<TimeShares> shares_of_launch(const MeasuredLaunch& known, const MetricSet& measured,
                                           const std::vector<ResourceMetrics>& resources) {
  std::optional<TimeShares> shares = measured_shares(measured, resources);
  const bool has_model = known.twin && known.twin->shares;
  if (!shares && !has_model) return std::nullopt;
  if (!shares) shares.emplace();
  if (known.time.seconds <= 0) return shares;
  if (has_model) add_twin_shares(known, measured, resources, *shares);
  add_launch_share(known, *shares);
  return shares;
}

void say_what_is_unseen(const MeasuredLaunch& known, Profile& profile) {
  if (known.refusal) profile.unseen.push_back(unseen_without_counters(*known.refusal));
  if (known.twin && !known.refusal)
    profile.unseen.push_back(
        "counts named whet__, counts of lines and shares of atomics and block starts are the virtual GPU's of the same "
        "launch");
  if (!known.twin_trouble.empty()) profile.unseen.push_back("the virtual GPU did not count it: " + known.twin_trouble);
}

}  // namespace

Profile counted_profile(const CounterReading& reading, const ChosenMetrics& chosen) {
  Profile profile;
  profile.collector = "CUPTI";
  profile.passes = reading.passes;
  for (const Metric& metric : reading.metrics) profile.metrics.set(metric.name, metric.value, metric.origin);
  std::vector<std::string> without;
  for (const std::string& name : chosen.names) {
    if (!profile.metrics.find(name)) without.push_back(name);
  }
  for (const ChosenMetrics::StandIn& each : chosen.stand_ins) {
    const auto value = profile.metrics.find(each.collected);
    if (!value) continue;
    profile.metrics.set(each.wanted, *value, Origin::derived);
    profile.unseen.push_back("this GPU has no " + each.wanted + "; " + each.collected + " stands for it");
  }
  if (!chosen.not_known.empty()) profile.unseen.push_back("this GPU does not have " + join(chosen.not_known, ", "));
  if (!without.empty()) profile.unseen.push_back("the counters gave no value for " + join(without, ", "));
  return profile;
}

Profile measured_profile(const MeasuredLaunch& known, const std::vector<ResourceMetrics>& resources) {
  Profile profile = known.counted.value_or(Profile{});
  const MetricSet measured = profile.metrics;
  if (!known.counted) profile.collector = known.twin ? "virtual GPU, time measured" : "timer";
  profile.kernel = demangle(known.launch.kernel);
  profile.device = known.device.gpu.product.name;
  profile.sm = known.device.architecture.sm;
  profile.shape = known.launch.shape;
  for (const auto& [name, metric] : known.shape.all()) {
    if (!profile.metrics.find(name)) profile.metrics.set(name, metric.value, metric.origin);
  }
  if (known.twin) add_twin_metrics(*known.twin, known.counted.has_value(), profile.metrics);
  profile.metrics.set(k_duration, known.time.seconds * k_ns, known.time.origin);
  profile.shares = shares_of_launch(known, measured, resources);
  say_what_is_unseen(known, profile);
  return profile;
}

}  // namespace whet
