// Kernels written for one meaning, and the schedules that have no form for it.
#pragma once

#include <string>
#include <vector>

#include "write/text/written.h"

namespace whet::write {

// A schedule that has no form for the meaning, and why.
struct RefusedSchedule {
  std::string schedule, reason;
};

struct WrittenKernels {
  std::vector<WrittenKernel> kernels;  // the likeliest to be fast first
  std::vector<RefusedSchedule> refused;
  std::vector<WrittenKernel> further;  // one number away from some of them, for when one leads
  std::vector<double> weights = {};    // of the cases at which work is counted
  std::string predicted_for = {};      // the GPU by which they are ordered; empty: by none
};

}  // namespace whet::write
