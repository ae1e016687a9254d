// How often something is done that depends on some of the variables of a meaning.
#pragma once

#include <map>
#include <string>

#include "lift/evaluate/dependence.h"
#include "lift/expression/arena.h"

namespace whet::lift {

class IterationCounts {
 public:
  IterationCounts(Arena& arena, Dependence& dependence) : arena_(arena), dependence_(dependence) {}

  struct Range {
    Expr variable, count;
  };
  // The range of the variable in a slot, while what is inside it is looked at.
  Range enter(int slot, Range range);
  const Range& range(int slot) const { return ranges_.at(slot); }

  // The product of the ranges in these slots. A range that depends on another variable is taken at its longest; the
  // ranges of rows that follow each other in memory add up: row[i + 1] - row[i] to row[n] - row[0].
  Expr product(uint64_t slots);

  // A range at its longest: i < n - j where j is 0.
  Expr longest(Expr count);

  bool is_bound() const { return is_bound_; }
  const std::string& open() const { return open_; }  // why there is no such number

 private:
  bool add_up(uint64_t& slots, Expr& total);
  bool holds_load(Expr e) const;

  Arena& arena_;
  Dependence& dependence_;
  std::map<int, Range> ranges_;
  bool is_bound_ = false;
  std::string open_;
};

}  // namespace whet::lift
