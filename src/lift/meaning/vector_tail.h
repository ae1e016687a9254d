// What is left of an array for the thread after all that have whole vectors.
#pragma once

#include "lift/meaning/draft.h"

namespace whet::lift {

// for (k = 4*v; k < n; ++k) where n <= 4*v + 3: the thread is the one after all that have four elements, v == n/4.
// Whether the draft was changed.
bool fix_tail(Arena& arena, Draft& draft);

}  // namespace whet::lift
