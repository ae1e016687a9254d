// A kernel on its way to being timed: loaded, compiled, checked, staged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/flags/bench_settings.h"
#include "cli/frame/progress.h"
#include "device/open/open_device.h"
#include "judge/process/remote_device.h"
#include "judge/timing/timed_kernel.h"
#include "report/judge/bench_view.h"

namespace whet {

struct NamedProblem {
  std::string name;  // as the user gave it
  Problem problem;   // the candidate in its place
  Problem original;  // whose reference is asked
};

// A problem, or FILE.cu as a candidate for the problem beside it, else for `otherwise`.
Result<NamedProblem> load_named(const std::string& path, const NamedProblem* otherwise,
                                const CompileAdditions& additions, const FileSystem& files);

struct BenchSession {
  const BenchFlags& flags;
  const BenchSettings& settings;
  const OpenedDevice& beside;  // ours: for facts, for references that are kernels, for what a launch will take
  std::vector<std::unique_ptr<RemoteDevice>> runners;  // where kernels run: all in one, or each in its own
  Compiler& compiler;
  Context& context;
  ProgressLine& progress;

  RemoteDevice& runner_of(size_t kernel) const { return *runners[std::min(kernel, runners.size() - 1)]; }
};

struct PreparedKernel {
  NamedProblem named;
  ResolvedCase resolved;
  Build build;
  std::shared_ptr<Oracle> oracle;
  RemoteDevice* device = nullptr;

  TimedSubject subject() const { return {named.problem, resolved, build}; }
};
// `original_seconds`: what the compiler of the one it is compared with took.
Result<PreparedKernel> prepare(NamedProblem named, RemoteDevice& device, double original_seconds,
                               const BenchSession& session);

// Whether it computes what it must, before anything is timed: the one place that decides it.
Result<BenchKernel> check_kernel(const PreparedKernel& prepared, const BenchSession& session);

// The outputs of its timed runs, or `afresh` of one more run: a kernel that did other work while it was timed is found
// out.
Result<void> verify_timed(const PreparedKernel& prepared, TimedKernel& timed, bool afresh, const BenchSession& session,
                          BenchKernel& kernel);

}  // namespace whet
