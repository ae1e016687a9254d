// What is to be measured, and how.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/timing/timing.h"
#include "problem/file/problem.h"

namespace whet {

struct NamedProblem {
  std::string name;  // as the user gave it
  Problem problem;   // the candidate in its place
  Problem original;  // whose reference is asked

  bool is_own_source() const { return problem.kernel == original.kernel; }
  bool is_candidate() const { return !is_own_source() || problem.entry != original.entry; }
};

struct MeasureOrder {
  std::string case_name = {};  // or index; empty: the first
  std::map<std::string, int64_t> dims = {}, tunables = {};
  TimingRule timing = {};                        // its seed is that of all data
  std::vector<SamplingPlan::Cache> caches = {};  // of two kernels the first alone
  std::vector<std::string> baselines = {};
};

}  // namespace whet
