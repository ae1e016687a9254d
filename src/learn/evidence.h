// How much a pattern is worth: runs that tried it, and those where it reached the champion's gain.
#pragma once

#include "store/pattern.h"

namespace whet::learn {

// From 0 to 1: wins / (tries + 1). One confirmed result gives 0.5, three 0.75; every miss takes from it.
double weight_of(const store::Pattern& pattern);

// Whether runs still begin with it.
bool is_in_use(const store::Pattern& pattern);

// A run tried it. What was seen before counts a tenth less.
void note_try(store::Pattern& pattern, bool has_won);

// The same pattern as another project's word: at most as much as half a try that won, so that it is below all that was
// confirmed here, and a miss or two put it out of use.
store::Pattern as_imported(store::Pattern pattern);

}  // namespace whet::learn
