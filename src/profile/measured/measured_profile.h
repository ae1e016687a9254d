// The profile of a launch on a real GPU: time by the timer, what a collector counted, and what only the virtual GPU
// counts of the same launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/launch_counters.h"
#include "profile/measured/counter_refusal.h"
#include "profile/measured/metric_need.h"
#include "profile/profile.h"

namespace whet {

// What is known of one launch.
struct MeasuredLaunch {
  const Launch& launch;
  const DeviceFacts& device;
  Time time;                              // of the launch alone, without counters
  double empty_seconds = 0;               // of an empty launch, timed in the same way; 0: not known
  MetricSet shape;                        // launch__*, occupancy
  std::optional<Profile> counted;         // absent: there is a refusal
  std::optional<CounterRefusal> refusal;  // why nothing was counted
  std::optional<Profile> twin;            // by the virtual GPU
  std::string twin_trouble;               // why there is no such profile
};

// What CUPTI counted, as a profile: the metrics, passes, and notes on names that the GPU does not have.
Profile counted_profile(const CounterReading& reading, const ChosenMetrics& chosen);

// Shares of the time are measured where a metric tells them; of other resources they are what the virtual GPU says they
// need, in the measured time.
Profile measured_profile(const MeasuredLaunch& known, const std::vector<ResourceMetrics>& resources);

}  // namespace whet
