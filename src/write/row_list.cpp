#include "write/row_list.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/access_widths.h"
#include "write/pieces.h"
#include "write/subject/inner_index.h"
#include "write/subject/reduction_plan.h"
#include "write/usual_sizes.h"

namespace whet::write {

namespace {

bool is_known_by_data(const Subject& subject, Expr count) {
  return !parts_of_kind(subject.arena, {count}, lift::Kind::load).empty();
}

// Rows whose ends are data, as those of a sparse matrix, are as long as the arrays along them have elements for each.
int64_t row_length(const Subject& subject, const ReductionPlan& plan) {
  constexpr int64_t k_usual = 1024;
  if (const auto known = subject.size(plan.phases[0].count)) return *known;
  int64_t rows = 1, elements = 0;
  for (const lift::SpaceIndex& row : plan.rows) rows *= std::max<int64_t>(1, subject.size(row.count).value_or(1));
  for (const Expr load : parts_of_kind(subject.arena, plan.bodies(), lift::Kind::load)) {
    const lift::Node node = subject.arena[load];
    if (motion(subject.arena, node.args[1], plan.variable, node.bytes) != Motion::unit) continue;
    elements = std::max(elements, subject.parameter(node.args[0]).elements.value_or(0));
  }
  return elements > 0 ? std::max<int64_t>(1, elements / rows) : k_usual;
}

}  // namespace

std::vector<RowsNumbers> rows_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_reductions(subject, nest);
  if (!plan) return {RowsNumbers{}};  // the schedule says what is wrong
  const int64_t length = row_length(subject, *plan);
  const AccessWidths widths = widths_of(subject, nest);
  std::vector<RowsNumbers> list;
  // Rows that begin anywhere are no whole words.
  const bool is_sparse = is_known_by_data(subject, plan->phases[0].count);
  for (const int64_t vector : is_sparse ? std::vector<int64_t>{1} : pack_lengths(widths)) {
    const int64_t packs = std::max<int64_t>(1, (length + vector - 1) / vector);
    for (const int64_t per_thread : {2, 4, 8, 1}) {
      const int64_t wanted = std::clamp<int64_t>(power_of_two((packs + per_thread - 1) / per_thread), 4, 1024);
      const int64_t lanes = wanted > 32 ? std::max<int64_t>(wanted, 64) : wanted;
      const int64_t threads = lanes > 32 ? lanes : 128;
      const int64_t held = (packs + lanes - 1) / lanes;
      const bool is_held = held * vector * widths.widest <= k_most_held_bytes;
      // Rows that are longer than what is held should not cost the others registers.
      if (is_held) list.push_back({threads, lanes, vector, 1, held});
      list.push_back({threads, lanes, vector, std::min<int64_t>(per_thread, 4), 0});
    }
  }
  return list;
}

}  // namespace whet::write
