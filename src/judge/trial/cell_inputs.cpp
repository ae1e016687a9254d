#include "judge/trial/cell_inputs.h"

#include <algorithm>
#include <numeric>

#include "problem/data/chosen_places.h"
#include "problem/data/data.h"

namespace whet {

namespace {

// An array with one axis is one row, which has its largest value at one place only.
Rows whole_rows(const ResolvedArgument& argument) {
  const Rows rows = rows_of(argument);
  return rows.are_real ? rows : Rows{1, argument.count, true};
}

bool has_cells(const ResolvedArgument& argument, const TrialBudget& budget) {
  const bool has_several = rows_of(argument).are_real && rows_of(argument).count > 1;
  return applies(DataVariant::lone_large, argument) && argument.count > 1 &&
         (has_several || argument.count <= budget.longest_row_of_cells);
}

// The step by which lone values move on: coprime to the length, so that they visit a whole row, and random, so that few
// turns are far apart.
uint64_t stride_of(uint64_t length, uint64_t seed) {
  uint64_t stride = 1 + random_bits(seed, length) % std::max<uint64_t>(1, length - 1);
  while (std::gcd(stride, length) != 1) ++stride;
  return stride;
}

}  // namespace

std::vector<ArrayContents> cell_inputs(const ResolvedCase& resolved, const TrialPlan& plan,
                                       const ArrayContents& plain) {
  constexpr uint64_t k_cell_number = 0x63656c6c;
  uint64_t turns = 0, elements = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!plain[i].empty()) elements += argument.count;
    if (has_cells(argument, plan.budget)) turns = std::max(turns, whole_rows(argument).length);
  }
  constexpr uint64_t k_fewest = 8;  // fewer are covered by the lone-value trials
  const uint64_t affordable = plan.budget.cell_elements / std::max<uint64_t>(1, elements);
  const uint64_t wanted = std::min(turns, plan.budget.longest_row_of_cells);
  if (affordable < std::min(wanted, k_fewest)) return {};
  turns = std::min(wanted, affordable);
  std::vector<ArrayContents> all(turns, plain);
  for (size_t i = 0; i < plain.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!has_cells(argument, plan.budget)) continue;
    const uint64_t seed = random_bits(plan.secret ^ k_cell_number, i);
    for (uint64_t turn = 0; turn < turns; ++turn) {
      const Rows rows = whole_rows(argument);
      const uint64_t moved = turn * stride_of(rows.length, seed) % rows.length;
      all[turn][i] = ArrayContent::made_by(cells_recipe(argument, rows, seed, moved), plain[i]);
    }
  }
  return all;
}

}  // namespace whet
