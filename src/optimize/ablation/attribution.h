// What the parts of a candidate come to, and their place in the store.
#pragma once

#include <vector>

#include "judge/trial/outcome.h"
#include "store/store.h"

namespace whet {

// Of the candidate over itself without the part; undecided where it is neither better nor worse for sure.
store::PartVerdict part_verdict(Outcome with_over_without);

// Of one candidate. Each is stored once: a run that is resumed finds its own again.
Result<void> store_attributions(const std::vector<store::Attribution>& parts, store::Store& store);

}  // namespace whet
