// A pass of a tree over pairs of a value and an index:
//
//   if (v[t + s] > v[t] or (v[t + s] == v[t] and i[t + s] < i[t])) v[t] = v[t + s], i[t] = i[t + s]
#pragma once

#include <optional>
#include <vector>

#include "lift/block/shared_log.h"

namespace whet::lift {

// What one of the two stores does: own = other, where the guard compares both with what is beside them.
struct TreePair {
  Expr guard;
  Fold how = Fold::maximum;
  Expr own, other, own_beside, other_beside;  // loads
  bool is_index = false;                      // the values are beside it
};

// `first` is where the pass begins in the log; both elements lie a multiple of `distance` apart.
std::optional<TreePair> find_tree_pair(Arena& arena, const SharedLog& log, size_t first, const SharedEntry& store,
                                       const std::vector<Expr>& guards, Expr distance);

}  // namespace whet::lift
