// The ranges of the indices of a draft, from its guards.
#pragma once

#include <set>
#include <string>

#include "lift/meaning/draft.h"
#include "util/result.h"

namespace whet::lift {

// `i < n` becomes the range of i, `1 <= i` moves its start, and what always holds vanishes. A guard of several indices
// stays. A count of 0 means that no bound is known yet.
void take_bounds(Arena& arena, Draft& draft);

// The bound of a loop's index that only a guard with other indices gives: k < n - i.
void take_dependent_bounds(Arena& arena, Draft& draft);

// Two indices that only occur as D*g + d with d < D become one; one that only occurs divided by K becomes two.
// A kernel that counts on D threads has them: then the number of threads becomes an assumption.
bool join_indices(Arena& arena, Draft& draft, std::set<std::string>& assumptions);
bool split_indices(Arena& arena, Draft& draft);

// An index with a single value is no index.
void drop_single_indices(Arena& arena, Draft& draft);

// An index that counts down in memory is made to count up.
void count_upwards(Arena& arena, Draft& draft);

// Conditions inside the value that the ranges and guards decide.
void use_guards(Arena& arena, Draft& draft);

}  // namespace whet::lift
