// Accesses of different threads to the same place of shared memory without a barrier between them.
#pragma once

#include <optional>

#include "lift/block/shared_log.h"

namespace whet::lift {

// The first store of `log` from `first` on that may meet an access of another thread; `always` holds everywhere. With a
// variable the entries are one pass of a loop: the end of a pass meets the beginning of the next.
std::optional<SharedEntry> find_race(Arena& arena, const SharedLog& log, size_t first, const Expr* pass_variable,
                                     const std::vector<Expr>& always);

}  // namespace whet::lift
