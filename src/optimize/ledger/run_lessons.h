// What a run takes from the memory of its kernel, and what it leaves there.
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

  // A later word on the same candidate replaces an earlier one: what fresh data refused is not remembered as right.
  Result<void> remember(const RunCandidate& candidate, std::string_view outcome, const std::string& reason,
                        const std::optional<store::Speedup>& speedup);
  // By the verdict of screening alone.
  Result<void> remember(const RunCandidate& candidate, const std::optional<store::Speedup>& speedup);
  // A method or a memo of somebody's.
  Result<void> remember(store::TriedKind kind, const std::string& tried, std::string_view outcome,
                        const std::string& reason, const std::optional<store::Speedup>& speedup,
                        store::CandidateId candidate);

  // Masks part of what is known for a fresh start and gives those of this run's candidates that are masked. What taught
  // what not to do is never among them, nor is the fastest. What is chosen is stored before it is masked: a run that
  // was killed between the two masks the same.
  Result<std::vector<store::CandidateId>> mask_part(const std::string& name, uint64_t seed, RunLedger& ledger);

 private:
  Result<void> store_entry(store::Lesson entry);

  store::Store& store_;
  const OptimizedRun& run_;
};

using TunableValues = std::map<std::string, int64_t>;

// The numbers that were best in earlier runs of the kernel, best first: those under the same conditions, then what was
// best elsewhere. Only what was right and faster than the original of its run; nothing that is masked.
std::vector<TunableValues> best_known(const std::vector<store::Lesson>& entries, const store::Conditions& conditions,
                                      size_t most = 3);

}  // namespace whet
