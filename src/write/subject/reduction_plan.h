// The reductions of a nest in the order in which they can be computed: what one needs of another comes before it.
#pragma once

#include <string>
#include <vector>

#include "lift/expression/reduction.h"
#include "write/subject/nest.h"

namespace whet::write {

struct PlannedReduction {
  Expr node;
  lift::Fold how = lift::Fold::sum;
  Expr body;  // of the plan's variable
  bool is_real = true;
};

// Reductions over the same range that do not need each other.
struct ReductionPhase {
  Expr count;
  std::vector<PlannedReduction> reductions;

  std::vector<Expr> bodies() const;
};

struct ReductionPlan {
  Expr variable;  // runs through every phase, and through the map after them
  std::vector<ReductionPhase> phases;
  std::vector<lift::SpaceIndex> rows;         // the indices that the reductions may depend on
  std::optional<lift::SpaceIndex> map;        // the index that runs through a row afterwards
  std::vector<lift::Statement> statements;    // with the plan's variable as the map's index
  std::vector<lift::Statement> per_row = {};  // beside them, once for a row

  std::vector<Expr> bodies() const;  // of all phases
  std::vector<Expr> stored() const;  // the values of the statements, and their places
};

// An error: there is no reduction, or some depend on the last index and others do not.
Result<ReductionPlan> plan_reductions(const Subject& subject, const Nest& nest);

// The variable is below the count of the phase: conditions in its reductions that say so are dropped, and with them
// what the range never reaches.
void drop_true_conditions(lift::Arena& arena, Expr variable, ReductionPhase& phase);

// Whether the value is a floating-point number; loads are what their arrays hold.
bool is_real_valued(const Subject& subject, Expr e);

}  // namespace whet::write
