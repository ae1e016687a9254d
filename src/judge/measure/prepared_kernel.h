// A kernel on its way to being timed: compiled at one case, checked, and looked at again after its timed runs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "judge/judge_bench.h"
#include "judge/measure/measure_order.h"
#include "judge/measure/measured.h"

namespace whet {

// Told the step that begins, and how far it is.
struct MeasureProgress {
  std::function<void(const std::string&)> begin, show;
};

struct MeasureServices {
  JudgeBench& bench;
  const MeasureOrder& order;
  const MeasureProgress& progress;
};

struct PreparedKernel {
  NamedProblem named;
  std::vector<CheckCase> cases;    // one
  std::shared_ptr<Oracle> oracle;  // of all kernels of one problem
  RemoteDevice* runner = nullptr;

  const ResolvedCase& resolved() const { return cases.front().resolved; }
  TimedSubject subject() const { return {named.problem, resolved(), cases.front().build}; }
};
// `other` is one that was prepared before, or nullptr.
Result<PreparedKernel> prepare_kernel(NamedProblem named, RemoteDevice& runner, const MeasureServices& services,
                                      const PreparedKernel* other = nullptr);

// Whether it computes what it must, before anything is timed: the one place that decides it.
Result<MeasuredKernel> check_prepared(const PreparedKernel& prepared, const MeasureServices& services);

// A kernel that is wrong in what its timed runs left is rejected.
Result<void> check_after_timing(const PreparedKernel& prepared, TimedKernel& timed, bool is_shared,
                                const MeasureServices& services, MeasuredKernel& kernel);

}  // namespace whet
