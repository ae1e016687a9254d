// What one store of a tree's pass does: it combines an element with another one.
#pragma once

#include <optional>
#include <vector>

#include "lift/block/shared_log.h"

namespace whet::lift {

// memory[own] = memory[own] (how) memory[other], with the distance own - other.
struct TreeStep {
  Fold how = Fold::sum;
  Expr own, other;
  std::vector<Expr> guard;
  // Where memory has indices that belong to values: what is compared, of this thread and of the other.
  Expr value = {}, other_value = {};
  bool is_index() const { return value != Expr{}; }
};

// `first` is where the pass begins in the log; both elements lie a multiple of `distance` apart.
std::optional<TreeStep> read_tree_step(Arena& arena, const SharedLog& log, size_t first, Expr distance,
                                       const SharedEntry& entry, Expr go_on);

}  // namespace whet::lift
