// The last steps from a draft to a statement: its ranges, and its indices in the order of memory.
#pragma once

#include "lift/meaning/meaning.h"

namespace whet::lift {

// Bounds, splits and joins until nothing changes.
void settle(Arena& arena, Draft& draft, std::set<std::string>& assumptions);

// Indices in the order of their strides, with new variables in that order.
Statement statement_of(Arena& arena, Draft draft, Names& names);

// A statement whose expressions were changed, in the form in which equal meanings are equal.
Statement settled(Arena& arena, Statement statement, Names& names, std::set<std::string>& assumptions);

}  // namespace whet::lift
