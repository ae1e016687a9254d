// What is asked of every candidate of a problem.
#pragma once

#include <vector>

#include "judge/oracle/contract.h"
#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"

namespace whet {

// The trials of each case, and what the problem's tolerance refuses: made once, put to any number of candidates.
struct Examination {
  std::vector<std::vector<Trial>> trials;
  std::vector<NullAnswer> contract;
};

// The one with the fewest bytes: trials that do not depend on sizes are made there alone.
size_t smallest_case(const std::vector<ResolvedCase>& cases);

// `cases` are of the original. A problem that would take a null answer is bad input.
Result<Examination> make_examination(const Problem& original, const std::vector<ResolvedCase>& cases,
                                     const TrialPlan& plan, Oracle& oracle, const FileSystem& files);

// Asks for the right answers ahead, as far as they take no more than so many bytes.
Result<void> add_answers(Examination& examination, uint64_t most_bytes, Oracle& oracle);

// Lets the oracle work ahead on those that have no answer yet.
void prepare_answers(const std::vector<Trial>& trials, Oracle& oracle);

}  // namespace whet
