// Runs one probe: its arrays on the device, its check, its times.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "calibrate/probe.h"
#include "util/statistics.h"

namespace whet {

// The times of one launch of a probe.
struct ProbeTimes {
  Spread seconds;
  double empty_seconds = 0;
  double sm_clock_hz = 0;
  double slowest_clock_hz = 0;
  bool is_modelled = false;
  GpuCondition before, after;
};

class ProbeRun {
 public:
  // `module` holds the probe's kernel; samples of one launch end after `seconds`.
  ProbeRun(Device& device, std::shared_ptr<DeviceModule> module, const CeilingProbe& probe, const ProbeScale& scale,
           double seconds)
      : device_(device), module_(std::move(module)), probe_(probe), scale_(scale), seconds_(seconds) {}

  // What is wrong with the result of a small launch; empty: nothing.
  Result<std::string> check();
  Result<ProbeTimes> time(ProbeSize size);
  // At a size of the arrays of its own.
  Result<ProbeTimes> time(ProbeSize size, const ProbeScale& scale);

 private:
  Device& device_;
  std::shared_ptr<DeviceModule> module_;
  const CeilingProbe& probe_;
  ProbeScale scale_;
  double seconds_;
};

}  // namespace whet
