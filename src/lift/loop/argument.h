// Where the greatest or smallest value of a loop is: the index that goes with it.
#pragma once

#include "lift/loop/recurrence.h"

namespace whet::lift {

// if (x > m) { m = x; i = f; }          ->  i = f at the first maximum of x, if that is above what m began with
// if (c and x > m) { m = x; i = f; }    ->  the same among those passes in which c holds
std::optional<Recurrence> argument_of_extreme(Arena& arena, const RecurrenceInput& in, size_t which);
// if (x[k] > x[i]) i = k;               ->  the same where the loop carries the index alone
std::optional<Recurrence> argument_of_own_value(Arena& arena, const RecurrenceInput& in, size_t which);

}  // namespace whet::lift
