// A kernel on its way to being timed: loaded, compiled, checked, staged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/bench_settings.h"
#include "cli/progress.h"
#include "device/open_device.h"
#include "device/staged_problem.h"
#include "judge/timing.h"
#include "report/bench_view.h"

namespace whet {

struct NamedProblem {
  std::string name;  // as the user gave it
  Problem problem;   // the candidate in its place
  Problem original;  // whose reference is asked
};

// A problem, or FILE.cu as a candidate for the problem beside it, else for `otherwise`.
Result<NamedProblem> load_named(const std::string& path, const NamedProblem* otherwise, const FileSystem& files);

struct BenchSession {
  const BenchFlags& flags;
  const BenchSettings& settings;
  const OpenedDevice& opened;
  Compiler& compiler;
  Context& context;
  ProgressLine& progress;
};

struct PreparedKernel {
  NamedProblem named;
  ResolvedCase resolved;
  Build build;
};
Result<PreparedKernel> prepare(NamedProblem named, const BenchSession& session);

// Whether it computes what it must, before anything is timed: the one place that decides it.
Result<BenchKernel> check_kernel(const PreparedKernel& prepared, const BenchSession& session);

// Copies of a kernel's arrays, to be used in turn, and its launches on each. `shared` makes it use the arrays of
// another kernel of the same problem, so that where they lie favours neither.
class StagedKernel {
 public:
  static Result<StagedKernel> stage(const PreparedKernel& prepared, int sets, const BenchSession& session,
                                    const StagedKernel* shared = nullptr);
  Contender contender(Device& device) const { return {&device, launches_, static_cast<int>(sets_.size())}; }

 private:
  std::vector<StagedProblem> sets_;
  std::vector<Launch> launches_;  // of all sets in turn
};

// How many copies it takes so that they are three times L2, within a part of the device's memory. One on a virtual GPU.
int buffer_sets(const ResolvedCase& resolved, const OpenedDevice& opened);

}  // namespace whet
