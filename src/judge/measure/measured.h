// What is measured of one or two kernels: whether they are right, and their times.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/baseline/python_baseline.h"
#include "judge/measure/kernel_work.h"
#include "judge/timing/timing.h"
#include "judge/trial/outcome.h"
#include "problem/data/resolve.h"

namespace whet {

// One kernel with L2 in one state.
struct MeasuredTiming {
  SamplingPlan::Cache cache = SamplingPlan::Cache::cold;
  Timing timing;
  PhysicsFloor floor;
  std::string violation;  // of the floor; empty: none
};
MeasuredTiming measured_timing(SamplingPlan::Cache cache, Timing timing, const FloorInput& work, const Gpu& gpu,
                               const std::vector<Measurement>& measurements);

struct MeasuredKernel {
  std::string name;      // as the user gave it
  std::string compiled;  // "sm_90a by NVRTC 13.0"
  Outcome outcome = Outcome::correct;
  std::string result;  // "12 trials agree with reference.cpp", or why not
  bool checked = true;
  double longest_trial_seconds = 0;
  KernelWork work;
  std::vector<MeasuredTiming> timings;  // none when it is not right

  bool sound() const { return is_sound(outcome); }
  void reject(std::string why);
};

struct MeasuredKernels {
  ResolvedCase at;                            // of the first
  int buffer_sets = 1;                        // copies of the arrays
  std::vector<MeasuredKernel> kernels;        // one, or baseline and candidate
  std::optional<SpeedComparison> comparison;  // of the second with the first
  std::vector<BaselineResult> baselines;      // in Python, as asked for
  std::vector<std::string> notes;

  bool sound() const;
};

}  // namespace whet
