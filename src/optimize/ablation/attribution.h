// The verdicts on the parts of a candidate, and how they are stored.
#pragma once

#include <vector>

#include "judge/trial/outcome.h"
#include "store/store.h"

namespace whet {

// `with_over_without` compares the candidate with itself without the part; undecided unless one is certainly faster.
store::PartVerdict part_verdict(Outcome with_over_without);

// The parts are those of one candidate. Each is stored once: a resumed run finds its own again.
Result<void> store_attributions(const std::vector<store::Attribution>& parts, store::Store& store);

}  // namespace whet
