// The ways out of a loop.
#pragma once

#include <vector>

#include "lift/thread/evaluator.h"

namespace whet::lift {

// For each way out of a pass the condition that it is taken, given that those before it were not.
std::vector<Expr> ends_of(Arena& arena, const std::vector<Exit>& exits);
// The condition that another pass follows.
Expr going_on(Arena& arena, const std::vector<Expr>& ends);
// Takes the test of a loop from the conditions of what is in it. False: it is not among them.
bool drop_test(Arena& arena, std::vector<Expr>& guard, Expr go_on);

}  // namespace whet::lift
