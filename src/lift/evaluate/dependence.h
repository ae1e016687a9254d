// On which variables each expression depends: a bit per variable, so that what does not change is computed once.
//
// A variable of the iteration space and the variable of a reduction have a slot each. Reductions that do not lie inside
// each other may share a slot.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

class Dependence {
 public:
  static constexpr int k_slots = 64;

  explicit Dependence(const Arena& arena) : arena_(arena) {}

  // The slot of a variable, of a bound variable, or of the variable that a reduction binds.
  int slot(Expr e);
  // The slots of the variables that occur in `e` and are not bound there.
  uint64_t of(Expr e);
  // More variables than there are slots: nothing may be made of the answers.
  bool overflows() const { return slots_.size() > k_slots; }

 private:
  uint64_t compute(Expr e);

  const Arena& arena_;
  std::map<std::pair<bool, int64_t>, int> slots_;
  std::vector<std::optional<uint64_t>> known_;
};

}  // namespace whet::lift
