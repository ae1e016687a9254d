// What a meaning stores, evaluated on the host for one set of sizes and data.
#pragma once

#include "lift/evaluate/parameter_use.h"
#include "lift/evaluate/value_evaluator.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

struct MeaningValues {
  OperationCounts counts;
  std::string failure;           // why they may not be used; empty: they may
  bool has_empty_range = false;  // a reduction had no pass anywhere: what is inside it was not looked at
  bool stores_meet = false;      // two elements of the space store different values to one place
  uint64_t stores = 0;
  uint64_t steps = 0;  // of evaluation: expressions that were computed
};

// Stores into surroundings.arrays, which hold what was read and written afterwards.
MeaningValues evaluate(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                       Surroundings& surroundings, Precision precision, uint64_t step_budget);

// The value of a size: of a count that depends on parameters and the launch alone. Nothing if it depends on more.
std::optional<int64_t> size_value(const Arena& arena, Expr e, Surroundings& surroundings);

}  // namespace whet::lift
