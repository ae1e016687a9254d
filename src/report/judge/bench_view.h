// What `whet bench` shows: whether each kernel is right, how long it takes with cold and hot L2, how close that is to
// the ceilings of the GPU, and which of two is faster.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/measure/measured.h"
#include "problem/data/resolve.h"
#include "report/canvas/canvas.h"
#include "report/facts/reach_text.h"
#include "report/judge/baseline_view.h"
#include "report/run/run_view.h"
#include "util/text/json.h"

namespace whet {

// One kernel with L2 in one state.
struct BenchTiming {
  SamplingPlan::Cache cache = SamplingPlan::Cache::cold;
  Timing timing;
  std::vector<CeilingShare> ceilings;
  PhysicsFloor floor;
  std::string violation;  // of the floor; empty: none
  ReachView reach = {};
  bool is_work_declared = true;  // else the floor is only that of a launch

  double floor_share() const;  // of the median
};

struct BenchKernel {
  std::string name;      // as given by the user
  std::string compiled;  // "sm_90a by NVRTC 13.0"
  Outcome outcome = Outcome::correct;
  std::string result;  // "12 trials agree with reference.cpp", or why not
  bool checked = true;
  std::vector<BenchTiming> timings;  // empty if it is not right

  bool sound() const { return is_sound(outcome); }
};

struct BenchView {
  std::string device, gpu;  // "cuda:0", "H200 SXM 141GB"
  bool is_virtual = true;
  std::string case_name;
  std::vector<NamedNumber> dims, tunables;
  uint64_t seed = 0;
  SamplingPlan::Method method = SamplingPlan::Method::cuda_event;
  int buffer_sets = 1;
  std::vector<std::string> notes;
  std::vector<BenchKernel> kernels;           // one, or baseline and candidate
  std::optional<SpeedComparison> comparison;  // of the second with the first
  std::vector<BaselineView> baselines;        // as requested; compared with the last kernel

  // The outcome of the comparison, or of the first kernel that is not sound.
  Outcome outcome() const;
};

std::string_view name_of(SamplingPlan::Cache cache);    // "cold", "hot"
std::string_view name_of(SamplingPlan::Method method);  // "cuda_event"

BenchTiming collect_timing(MeasuredTiming measured, const KernelWork& work, const Gpu& gpu,
                           const std::vector<Measurement>& measurements);

// The baselines compared with the last kernel, which `view` already has.
std::vector<BaselineView> collect_baselines(std::vector<BaselineResult> results, const BenchView& view);

// All that was measured on a device; seed and method are the caller's.
BenchView collect_bench(MeasuredKernels measured, const DeviceFacts& facts,
                        const std::vector<Measurement>& measurements);

void render(const BenchView& view, Canvas& canvas);
Json to_json(const BenchView& view);

}  // namespace whet
