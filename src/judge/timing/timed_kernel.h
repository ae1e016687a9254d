// A kernel staged for timing: several copies of its arrays are used in turn, so that no sample finds its data where the
// last one left it, with launches on each copy.
#pragma once

#include <memory>
#include <vector>

#include "device/staged_problem.h"
#include "judge/oracle/oracle.h"
#include "judge/timing/timing.h"
#include "problem/verdict.h"

namespace whet {

// What is staged; all of it must outlive the TimedKernel.
struct TimedSubject {
  const Problem& problem;
  const ResolvedCase& resolved;
  const Build& build;
};

class TimedKernel {
 public:
  // The sets have the data of `seed`, `seed + 1`, ... If `shared`, another kernel of the same problem at the same
  // sizes, is given, its arrays are used, so that placement favours neither; it must outlive this one.
  static Result<TimedKernel> stage(const TimedSubject& subject, int sets, uint64_t seed, Device& device,
                                   const FileSystem& files, const TimedKernel* shared = nullptr);
  ~TimedKernel();
  TimedKernel(TimedKernel&& other) noexcept;
  TimedKernel& operator=(TimedKernel&&) = delete;

  Contender contender() const;
  // Whether its timed runs left right results in one of the sets, which `secret` chooses: this exposes a kernel that
  // does other work while it is timed. If another kernel used the same arrays (`is_shared`), one more run is made.
  Result<bool> is_right_after_timing(uint64_t secret, bool is_shared, Oracle& oracle, const FileSystem& files);

 private:
  TimedKernel(const TimedSubject& subject, uint64_t seed, Device& device)
      : subject_(subject), seed_(seed), device_(&device) {}
  Result<void> add_set(const FileSystem& files, const TimedKernel* shared);
  Result<void> add_resets(const StagedProblem& set, const TimedKernel* shared, const FileSystem& files);
  Result<void> add_variable(const StagedProblem& set, size_t argument, const FileSystem& files);
  Result<void> add_poison(const SamplingPlan::Reset& array);
  Result<uint64_t> poison_of(uint64_t bytes);
  Result<uint64_t> keep(const SamplingPlan::Reset& array, const std::string& name);
  Result<uint64_t> original_of(uint64_t address) const;
  // What the last run on one of the sets left there, against the reference.
  Result<Verdict> verify(int set, Oracle& oracle, const FileSystem& files);
  // Once more on one of the sets, from where a sample begins.
  Result<void> run_afresh(int set);
  Result<ArrayContents> inputs_of(int set, const FileSystem& files) const;

  TimedSubject subject_;
  uint64_t seed_;
  Device* device_;
  std::vector<std::unique_ptr<StagedProblem>> sets_;
  std::vector<Launch> launches_;  // of all sets, one after another
  std::vector<SamplingPlan::Reset> resets_;
  std::vector<uint64_t> originals_;         // allocations with the original contents of arrays
  uint64_t poison_ = 0, poison_bytes_ = 0;  // one of these: the initial content of outputs
};

// The reason given for a kernel that is not.
constexpr const char* k_wrong_after_timing = "right before it was timed, wrong in what its timed runs left";

// How many copies of the arrays are needed to fill three times L2, within a quarter of the memory. One on a virtual
// GPU, which starts with empty caches; with host code one for each call.
int buffer_sets(const ResolvedCase& resolved, const DeviceFacts& facts, uint64_t memory_bytes, bool host_code);

}  // namespace whet
