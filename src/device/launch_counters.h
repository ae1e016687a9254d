// What a real GPU counts and samples of one launch, for those who collect profiles.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "device/device.h"

namespace whet {

// Called before every pass over a launch: memory as it was before the launch.
using Restore = std::function<Result<void>()>;

struct CounterReading {
  std::vector<Metric> metrics;  // without those that had no value
  int passes = 0;               // launches that they took
};

// Samples of one instruction by what its warp waited for.
struct StallCount {
  std::string reason;     // "long_scoreboard", as in Nsight Compute's names of metrics
  uint64_t samples = 0;   // all
  uint64_t unissued = 0;  // those of them at which the scheduler issued nothing
};

struct PcSample {
  std::string function;  // as the driver calls it: mangled
  uint64_t offset = 0;   // bytes from its start
  std::vector<StallCount> stalls;
};

struct PcSampling {
  std::vector<PcSample> samples;
  uint64_t total = 0;      // with those that have no instruction here
  uint64_t dropped = 0;    // by the hardware, for want of room
  uint64_t elsewhere = 0;  // in code of the driver
  uint64_t period_cycles = 0;
};

class LaunchCounters {
 public:
  virtual ~LaunchCounters() = default;
  // Those of the names that this GPU has. This needs no permission.
  virtual Result<std::vector<std::string>> known_metrics(const std::vector<std::string>& names) = 0;
  // One launch a pass, each with L2 flushed. Names that this GPU does not have are left out.
  virtual Result<CounterReading> count(const Launch& launch, const std::vector<std::string>& names,
                                       const Restore& restore) = 0;
  // Samples are of code that is loaded after `begin_sampling`, and nothing can be counted until `end_sampling`.
  virtual Result<void> begin_sampling() = 0;
  virtual void end_sampling() = 0;
  // One launch, or a second one if the first way of sampling fails, each after `restore`; `seconds` is about how long
  // it takes, for the distance of samples.
  virtual Result<PcSampling> sample_pcs(const Launch& launch, double seconds, const Restore& restore) = 0;
};

}  // namespace whet
