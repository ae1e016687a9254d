#include "write/reduction_list.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/access_widths.h"
#include "write/pieces.h"
#include "write/schedule/local_parts.h"
#include "write/subject/inner_index.h"
#include "write/subject/reduction_plan.h"
#include "write/usual_sizes.h"

namespace whet::write {

namespace {

constexpr int64_t k_blocks = 528;           // that keep a large device busy: four for each of its multiprocessors
constexpr int64_t k_most_columns = 8;       // of a thread
constexpr int64_t k_cached_part = 32768;    // bytes that a block can read a second time from its multiprocessor's cache
constexpr int64_t k_long_row = 160 * 1024;  // bytes that a block reads while another kernel is launched

// How many results the reductions have, and how many elements each is made from.
struct ReductionSizes {
  int64_t outputs = 1, length = k_usual_size, columns = 1;
};
ReductionSizes reduction_sizes(const Subject& subject, const ReductionPlan& plan) {
  ReductionSizes sizes;
  sizes.length = std::max<int64_t>(1, subject.size(plan.phases[0].count).value_or(k_usual_size));
  for (const lift::SpaceIndex& index : plan.rows) {
    const auto& first = plan.phases[0].reductions[0];
    const int64_t count = std::max<int64_t>(1, subject.size(index.count).value_or(k_usual_size));
    if (subject.arena.contains(first.node, index.variable)) sizes.outputs *= count, sizes.columns = count;
  }
  return sizes;
}

// Whether parts of columns need no second look at their values.
bool is_one_pass(const Subject& subject, const ReductionPlan& plan) {
  const auto forms = local_forms(subject, plan);
  return forms && std::all_of(forms->begin(), forms->end(),
                              [](const LocalForm& form) { return form.kind == LocalForm::Kind::squares; });
}

}  // namespace

std::vector<ColumnsNumbers> columns_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_reductions(subject, nest);
  if (!plan) return {ColumnsNumbers{}};  // the schedule says what is wrong
  const ReductionSizes sizes = reduction_sizes(subject, *plan);
  std::vector<ColumnsNumbers> list;
  for (const int64_t widest : pack_lengths(widths_of(subject, nest))) {
    const int64_t vector = std::min(widest, k_most_columns);
    const int64_t lanes = std::min<int64_t>(32, power_of_two(pieces(sizes.columns, vector)));
    const int64_t strips = sizes.outputs / sizes.columns * pieces(sizes.columns, lanes * vector);
    const auto parts = [&](int64_t threads, int64_t blocks) {
      const int64_t rows_at_once = threads / lanes * 4;
      return std::clamp<int64_t>(blocks / strips, 1, std::max<int64_t>(1, sizes.length / rows_at_once));
    };
    if (plan->phases.size() > 1 && !is_one_pass(subject, *plan)) {
      const int64_t bytes = vector * widths_of(subject, nest).widest;
      const int64_t held = std::clamp<int64_t>(k_most_held_bytes / bytes, 1, 8);
      for (const int64_t threads : {256, 512})
        list.push_back({threads, lanes, vector, held, pieces(sizes.length, threads / lanes * held), true});
      // A part that is read again is still in the cache.
      const int64_t rows = std::max<int64_t>(1, k_cached_part / (lanes * bytes));
      list.push_back({256, lanes, vector, 4, pieces(sizes.length, rows)});
    }
    list.push_back({512, lanes, vector, 4, parts(512, k_blocks)});
    list.push_back({256, lanes, vector, 8, parts(256, k_blocks)});
    list.push_back({256, lanes, vector, 4, parts(256, 2 * k_blocks)});
    list.push_back({256, lanes, vector, 4, parts(256, 4 * k_blocks)});
    list.push_back({512, lanes, vector, 8, 1});
  }
  return list;
}

std::vector<SplitNumbers> split_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_reductions(subject, nest);
  if (!plan) return {SplitNumbers{}};  // the schedule says what is wrong
  const ReductionSizes sizes = reduction_sizes(subject, *plan);
  std::vector<SplitNumbers> list;
  for (const int64_t vector : pack_lengths(widths_of(subject, nest))) {
    const auto parts = [&](int64_t threads, int64_t blocks) {
      const int64_t most = std::max<int64_t>(2, pieces(sizes.length, threads * vector));
      return std::clamp<int64_t>(blocks / sizes.outputs, 2, most);
    };
    if (plan->phases.size() > 1) {  // a part that is read again is still in the cache
      const int64_t bytes = sizes.length * widths_of(subject, nest).widest;
      list.push_back({256, vector, 4, std::max<int64_t>(2, pieces(bytes, k_cached_part))});
      list.push_back({512, vector, 4, std::max<int64_t>(2, pieces(bytes, 2 * k_cached_part))});
    }
    list.push_back({256, vector, 8, parts(256, k_blocks)});
    list.push_back({512, vector, 4, parts(512, k_blocks)});
    list.push_back({256, vector, 4, parts(256, 2 * k_blocks)});
    list.push_back({256, vector, 2, parts(256, 4 * k_blocks)});
  }
  return list;
}

bool is_worth_splitting(const Subject& subject, const Nest& nest) {
  const auto plan = plan_reductions(subject, nest);
  if (!plan) return false;
  const ReductionSizes sizes = reduction_sizes(subject, *plan);
  return sizes.outputs < k_few_rows && sizes.length * widths_of(subject, nest).widest >= k_long_row;
}

}  // namespace whet::write
