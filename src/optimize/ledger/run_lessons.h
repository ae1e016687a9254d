// What a run uses of the lessons of its kernel, and what it adds to them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimize/ledger/run_ledger.h"
#include "store/store.h"

namespace whet {

struct OptimizedRun {
  store::RunId id = 0;
  store::KernelId kernel;
  store::Conditions conditions;
};

class RunLessons {
 public:
  RunLessons(store::Store& store, const OptimizedRun& run) : store_(store), run_(run) {}

  // A later entry for the same candidate replaces an earlier one: a candidate that failed on fresh data is not kept as
  // right. A candidate is known by its tunables, one with a source of its own by its memo.
  Result<void> remember(const RunCandidate& candidate, std::string_view outcome, const std::string& reason,
                        const std::optional<store::Speedup>& speedup);
  // Uses the verdict of screening.
  Result<void> remember(const RunCandidate& candidate, const std::optional<store::Speedup>& speedup);
  // A method or a memo that came with a submitted kernel.
  Result<void> remember(store::TriedKind kind, const std::string& tried, std::string_view outcome,
                        const std::string& reason, const std::optional<store::Speedup>& speedup,
                        store::CandidateId candidate);

  // Masks part of the lessons for a restart and returns those candidates of this run that are masked. Negative lessons
  // and the fastest are never masked. The choice is stored before it is applied, so that a run that was killed in
  // between masks the same ones.
  Result<std::vector<store::CandidateId>> mask_part(const std::string& name, uint64_t seed, RunLedger& ledger);

 private:
  Result<void> store_entry(store::Lesson entry);

  store::Store& store_;
  const OptimizedRun& run_;
};

using TunableValues = std::map<std::string, int64_t>;

// The values that were best in earlier runs of the kernel, best first: those under the same conditions, then those of
// other conditions. Only values that were right and faster than the original of their run, and that are not masked.
std::vector<TunableValues> best_known(const std::vector<store::Lesson>& entries, const store::Conditions& conditions,
                                      size_t most = 3);
// Likewise, the memos of kernels with a source of their own.
std::vector<std::string> best_known_memos(const std::vector<store::Lesson>& entries,
                                          const store::Conditions& conditions, size_t most = 3);

}  // namespace whet
