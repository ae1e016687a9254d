// One pass of CUPTI's range profiler over one kernel.
#pragma once

#include <string>

#include "environment/cuda_calls.h"

namespace whet {

struct ProbedGpu {
  std::string name;
  int device = 0;
  void* context = nullptr;
  void* kernel = nullptr;  // nullptr: nothing is launched within the range
};

// Takes every step up to the value and emits {"counters": {"metric", "value", "gpu"}}, or the failure of the step that
// failed; built without CUPTI's headers, that failure is `k_no_headers`.
void read_one_counter(CudaCalls& driver, CudaCalls& cupti, const ProbedGpu& gpu, const Emit& emit);

}  // namespace whet
