// A kernel staged to be timed: copies of its arrays that take turns, so that no sample finds its data where the last
// one left it, and its launches on each.
#pragma once

#include <memory>
#include <vector>

#include "device/staged_problem.h"
#include "judge/oracle/oracle.h"
#include "judge/timing/timing.h"
#include "problem/verdict.h"

namespace whet {

// What is staged, and all of it must outlive the staging.
struct TimedSubject {
  const Problem& problem;
  const ResolvedCase& resolved;
  const Build& build;
};

class TimedKernel {
 public:
  // With the data of `seed`, of `seed + 1`, ... `shared` is another kernel of the same problem at the same sizes: its
  // arrays are used, so that where they lie favours neither. It must outlive this one.
  static Result<TimedKernel> stage(const TimedSubject& subject, int sets, uint64_t seed, Device& device,
                                   const FileSystem& files, const TimedKernel* shared = nullptr);
  ~TimedKernel();
  TimedKernel(TimedKernel&& other) noexcept;
  TimedKernel& operator=(TimedKernel&&) = delete;

  Contender contender() const;
  // Whether its timed runs left right results in one of the sets, which `secret` chooses: a kernel that does other work
  // while it is timed is found out. Where another kernel used the same arrays (`is_shared`), that of one more run
  // counts.
  Result<bool> is_right_after_timing(uint64_t secret, bool is_shared, Oracle& oracle, const FileSystem& files);

 private:
  TimedKernel(const TimedSubject& subject, uint64_t seed, Device& device)
      : subject_(subject), seed_(seed), device_(&device) {}
  Result<void> add_set(const FileSystem& files, const TimedKernel* shared);
  Result<void> add_resets(const StagedProblem& set, const TimedKernel* shared, const FileSystem& files);
  Result<void> add_variable(const StagedProblem& set, size_t argument, const FileSystem& files);
  Result<uint64_t> poison_of(uint64_t bytes);
  Result<uint64_t> keep(const SamplingPlan::Reset& array, const std::string& name);
  Result<uint64_t> original_of(uint64_t address) const;
  // What the last run on one of the sets left there, against the reference.
  Result<Verdict> verify(int set, Oracle& oracle, const FileSystem& files);
  // Once more on one of the sets, from where a sample begins.
  Result<void> run_afresh(int set);
  Result<std::vector<std::string>> inputs_of(int set, const FileSystem& files) const;

  TimedSubject subject_;
  uint64_t seed_;
  Device* device_;
  std::vector<std::unique_ptr<StagedProblem>> sets_;
  std::vector<Launch> launches_;  // of all sets in turn
  std::vector<SamplingPlan::Reset> resets_;
  std::vector<uint64_t> originals_;         // allocations that arrays are put back from
  uint64_t poison_ = 0, poison_bytes_ = 0;  // one of them: what outputs begin with
};

// What is said of a kernel for which that is not so.
constexpr const char* k_wrong_after_timing = "right before it was timed, wrong in what its timed runs left";

// How many copies of the arrays it takes so that they are three times L2, within a quarter of the memory. On a virtual
// GPU, which starts from empty caches, one; with host code one for each call.
int buffer_sets(const ResolvedCase& resolved, const DeviceFacts& facts, uint64_t memory_bytes, bool host_code);

}  // namespace whet
