// What is known where an expression is used: the ranges of the indices around it, and conditions on the way.
#pragma once

#include <utility>
#include <vector>

#include "lift/block/facts.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

class KnownRanges {
 public:
  explicit KnownRanges(Arena& arena) : arena_(arena), facts_(arena) {}
  // The ranges and the guard of a statement.
  KnownRanges(Arena& arena, const Statement& statement);

  void add_range(Expr variable, Expr count);
  void add(Expr condition) { facts_.add(condition); }
  // Whether it follows, given that sizes are not negative. `false` only says that no proof was found.
  bool imply(Expr condition) const;
  std::vector<Expr> variables() const;  // of the ranges, the outermost first

 private:
  bool imply_nonneg(Expr value) const;

  Arena& arena_;
  Facts facts_;
  std::vector<std::pair<Expr, Expr>> ranges_;  // variable and count, the outermost first
};

}  // namespace whet::lift
