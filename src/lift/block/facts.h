// What is known where an expression is used: the guards on the way, the ranges of reductions, the size of the block.
#pragma once

#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

inline constexpr int k_proof_depth = 5;  // facts that are used one after the other

class Facts {
 public:
  // Knows that the indices of a thread are below the extents of its block.
  explicit Facts(Arena& arena);

  void add(Expr condition);
  // Whether the condition follows. `false` only says that no proof was found.
  bool imply(Expr condition) const { return steps_ = 0, imply(condition, k_proof_depth); }
  // The condition, or a constant where it is decided.
  Expr decide(Expr condition) const;

 private:
  bool imply(Expr condition, int depth) const;
  bool imply_nonneg(Expr value, int depth) const;
  void add_nonneg(Expr value);
  Expr divided(Expr condition) const;
  Expr with_fixed_values(Expr whole) const;

  Arena& arena_;
  mutable int steps_ = 0;                     // of the proof that is looked for
  std::vector<Expr> known_;                   // conditions as they were given
  std::vector<Expr> nonneg_;                  // integers that are not negative
  std::vector<std::pair<Expr, Expr>> fixed_;  // atoms with a single value
};

}  // namespace whet::lift
