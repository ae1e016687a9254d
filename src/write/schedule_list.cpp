#include "write/schedule_list.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/schedule/bin_counters.h"
#include "write/schedule/local_parts.h"
#include "write/subject/inner_index.h"
#include "write/subject/reduction_plan.h"
#include "write/subject/scan_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_word = 16;  // bytes of the widest access

// Bytes of the widest and the narrowest element that the nest accesses.
struct Widths {
  int64_t widest = 1, narrowest = k_word;
};
Widths widths_of(const Subject& subject, const Nest& nest) {
  Widths widths;
  const auto note = [&](int64_t bytes) {
    widths.widest = std::max(widths.widest, bytes);
    widths.narrowest = std::min(widths.narrowest, bytes);
  };
  for (const lift::Statement& statement : nest.statements) {
    note(statement.bytes);
    for (const Expr load : parts_of_kind(subject.arena, {statement.value}, lift::Kind::load))
      note(subject.arena[load].bytes);
  }
  return widths;
}

// Whether neighbouring elements of the inner index lie apart in some array.
bool has_strides(const Subject& subject, const Nest& nest) {
  if (nest.space.empty()) return false;
  const Expr inner = nest.space.back().variable;
  const auto is_apart = [&](Expr offset, int64_t bytes) {
    return motion(subject.arena, offset, inner, static_cast<int>(bytes)) == Motion::strided;
  };
  for (const lift::Statement& statement : nest.statements) {
    if (is_apart(statement.offset, statement.bytes)) return true;
    for (const Expr load : parts_of_kind(subject.arena, {statement.value}, lift::Kind::load)) {
      if (is_apart(subject.arena[load].args[1], subject.arena[load].bytes)) return true;
    }
  }
  return false;
}

// Bytes of the narrowest element that is read for updates or their places.
int64_t narrowest_read(const Subject& subject, const Nest& nest) {
  int64_t narrowest = k_word;
  for (const lift::Statement& statement : nest.statements) {
    for (const Expr load : parts_of_kind(subject.arena, {statement.value, statement.offset}, lift::Kind::load))
      narrowest = std::min<int64_t>(narrowest, subject.arena[load].bytes);
  }
  return narrowest;
}

// Packs as wide as a word for the widest element, and for the narrowest.
std::vector<int64_t> vectors(const Widths& widths) {
  std::vector<int64_t> list{k_word / widths.widest};
  for (const int64_t more : {k_word / widths.narrowest, int64_t{1}}) {
    if (std::find(list.begin(), list.end(), more) == list.end()) list.push_back(more);
  }
  return list;
}

// The smallest power of two that is not below the number.
int64_t power_of_two(int64_t least) {
  int64_t power = 1;
  while (power < least) power *= 2;
  return power;
}

constexpr int64_t k_most_held_bytes = 128;  // of a row or a tile, in the registers of a thread
constexpr int64_t k_blocks = 528;           // that keep a large device busy: four for each of its multiprocessors
constexpr int64_t k_usual_size = 1024;      // of a range that is not known
constexpr int64_t k_most_columns = 8;       // of a thread
constexpr int64_t k_cached_part = 32768;    // bytes that a block can read a second time from its multiprocessor's cache

int64_t ceil_of(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

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
constexpr int64_t k_static_shared = 48 * 1024;      // bytes of shared memory that a block has without further settings
constexpr int64_t k_resident_threads = 132 * 2048;  // of a large GPU
constexpr int64_t k_few_rows = 264;                 // fewer do not fill a large GPU with a block each
constexpr int64_t k_long_row = 160 * 1024;          // bytes that a block reads while another kernel is launched

}  // namespace

std::vector<HistogramNumbers> histogram_numbers(const Subject& subject, const Nest& nest) {
  std::vector<HistogramNumbers> list;
  const lift::Statement& first = nest.statements.front();
  const int64_t bins = first.update ? bin_bound(subject, first).value_or(BinBound{}).count : 0;
  const bool is_count = first.update && lift::constant(subject.arena, first.value).has_value();
  const ElementType type = subject.parameter(first.array).type;
  const int64_t most = k_static_shared / static_cast<int64_t>(bytes_of(counter_type(type, is_count)));
  const int64_t narrowest = narrowest_read(subject, nest);
  if (bins > 0 && bins <= most) {
    const int64_t vector = k_word / narrowest;
    for (const int64_t replicas : {32, 8, 1}) {
      if (bins * replicas > most) continue;
      list.push_back({1024, vector, 2, k_resident_threads / 1024, bins, replicas, false});
      list.push_back({512, vector, 2, k_resident_threads / 512, bins, replicas, false});
      if (list.size() >= 4) break;
    }
    list.push_back({512, k_word / narrowest, 1, k_resident_threads / 512, bins, 1, true});
  }
  // Neighbouring lanes update neighbouring elements where places are rows: packs would pull them apart.
  list.push_back({256, 1, 4, k_resident_threads, 0, 1, false});
  list.push_back({256, 1, 1, k_resident_threads, 0, 1, false});
  list.push_back({256, k_word / narrowest, 1, k_resident_threads, 0, 1, true});
  return list;
}

std::vector<ScatterNumbers> scatter_numbers(const Subject& subject, const Nest& nest) {
  if (nest.space.empty()) return {ScatterNumbers{}};  // the schedule says what is wrong
  const Nest along = with_inner_along_memory(subject, nest);
  const int64_t length = std::max<int64_t>(1, subject.size(along.space.back().count).value_or(k_usual_size));
  std::vector<ScatterNumbers> list;
  for (const int64_t vector : vectors(widths_of(subject, nest))) {
    for (const int64_t in_flight : {1, 2}) {
      const int64_t lanes = std::min<int64_t>(32, power_of_two(ceil_of(length, vector * in_flight)));
      for (const int64_t threads : {256, 128}) list.push_back({threads, lanes, vector, in_flight});
    }
  }
  return list;
}

std::vector<MapNumbers> map_numbers(const Subject& subject, const Nest& nest) {
  std::vector<MapNumbers> list;
  std::vector<int64_t> packs = vectors(widths_of(subject, nest));
  // Along members of structs a pack of elements pulls the accesses of neighbouring lanes further apart.
  if (has_strides(subject, nest)) std::reverse(packs.begin(), packs.end());
  for (const int64_t vector : packs) {
    for (const int64_t in_flight : {2, 1, 4}) {
      for (const int64_t threads : {256, 128, 512})
        list.push_back({threads, vector, vector == 1 ? 2 * in_flight : in_flight});
    }
  }
  return list;
}

std::vector<PairwiseNumbers> pairwise_numbers(const Subject& subject, const Nest& nest) {
  int64_t elements = 1;
  for (const lift::SpaceIndex& index : nest.space) elements *= subject.size(index.count).value_or(1024);
  std::vector<PairwiseNumbers> list{{128, 4, 256, 4, 1}, {256, 2, 256, 8, 1}, {128, 2, 512, 4, 1}, {256, 1, 256, 8, 1},
                                    {256, 1, 256, 8, 2}, {256, 4, 256, 4, 8}, {256, 2, 256, 4, 8}, {256, 1, 256, 8, 8}};
  const auto fills = [&](const PairwiseNumbers& each) {
    return elements >= k_few_rows * (each.threads / each.parts) * each.per_thread;
  };
  std::stable_partition(list.begin(), list.end(), fills);
  if (!fills(list.front())) std::reverse(list.begin(), list.end());
  return list;
}

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
  const Widths widths = widths_of(subject, nest);
  std::vector<RowsNumbers> list;
  // Rows that begin anywhere are no whole words.
  const bool is_sparse = is_known_by_data(subject, plan->phases[0].count);
  for (const int64_t vector : is_sparse ? std::vector<int64_t>{1} : vectors(widths)) {
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

namespace {

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
  for (const int64_t widest : vectors(widths_of(subject, nest))) {
    const int64_t vector = std::min(widest, k_most_columns);
    const int64_t lanes = std::min<int64_t>(32, power_of_two(ceil_of(sizes.columns, vector)));
    const int64_t strips = sizes.outputs / sizes.columns * ceil_of(sizes.columns, lanes * vector);
    const auto parts = [&](int64_t threads, int64_t blocks) {
      const int64_t rows_at_once = threads / lanes * 4;
      return std::clamp<int64_t>(blocks / strips, 1, std::max<int64_t>(1, sizes.length / rows_at_once));
    };
    if (plan->phases.size() > 1 && !is_one_pass(subject, *plan)) {
      const int64_t bytes = vector * widths_of(subject, nest).widest;
      const int64_t held = std::clamp<int64_t>(k_most_held_bytes / bytes, 1, 8);
      for (const int64_t threads : {256, 512})
        list.push_back({threads, lanes, vector, held, ceil_of(sizes.length, threads / lanes * held), true});
      // A part that is read again is still in the cache.
      const int64_t rows = std::max<int64_t>(1, k_cached_part / (lanes * bytes));
      list.push_back({256, lanes, vector, 4, ceil_of(sizes.length, rows)});
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
  for (const int64_t vector : vectors(widths_of(subject, nest))) {
    const auto parts = [&](int64_t threads, int64_t blocks) {
      const int64_t most = std::max<int64_t>(2, ceil_of(sizes.length, threads * vector));
      return std::clamp<int64_t>(blocks / sizes.outputs, 2, most);
    };
    if (plan->phases.size() > 1) {  // a part that is read again is still in the cache
      const int64_t bytes = sizes.length * widths_of(subject, nest).widest;
      list.push_back({256, vector, 4, std::max<int64_t>(2, ceil_of(bytes, k_cached_part))});
      list.push_back({512, vector, 4, std::max<int64_t>(2, ceil_of(bytes, 2 * k_cached_part))});
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

std::vector<TilesNumbers> tiles_numbers(const Subject& subject, const Nest& nest) {
  const Widths widths = widths_of(subject, nest);
  std::vector<TilesNumbers> list;
  for (const int64_t bytes : {16, 8, 4}) {   // of a pack of the widest element
    for (const int64_t line : {256, 128}) {  // bytes of the widest element along a tile
      const int64_t tile = line / widths.widest, vector = std::max<int64_t>(1, bytes / widths.widest);
      const int64_t squares = (tile / vector) * (tile / vector);
      if (tile * tile * widths.widest > k_static_shared) continue;
      for (const int64_t threads : {256, 128, 64}) {
        const int64_t held = squares / threads * vector * vector * widths.widest;  // bytes of a thread
        if (squares % threads == 0 && held <= k_most_held_bytes) list.push_back({threads, tile, vector});
      }
    }
  }
  for (const int64_t threads : {256, 128}) list.push_back({threads, 32, 1});
  return list;
}

std::vector<StencilNumbers> stencil_numbers(const Subject& subject, const Nest& nest) {
  const int64_t word = k_word / widths_of(subject, nest).widest;
  if (nest.space.size() == 1) {
    std::vector<StencilNumbers> list;
    for (const int64_t vector : {word, 2 * word, int64_t{1}}) {
      for (const int64_t threads : {256, 128, 512}) list.push_back({threads, threads, 1, vector, false});
    }
    return list;
  }
  return {{256, 32, 4, word, false}, {256, 32, 8, word, true},  {128, 32, 4, word, false}, {256, 32, 4, word, true},
          {256, 32, 2, word, false}, {256, 64, 4, word, false}, {128, 32, 8, word, false}, {256, 32, 16, word, true},
          {512, 32, 4, word, false}, {256, 32, 4, 1, false},    {256, 32, 8, 1, true},     {256, 32, 1, word, false}};
}

std::vector<ScanNumbers> scan_numbers(const Subject& subject, const Nest& nest) {
  if (!plan_scan(subject, nest)) return {ScanNumbers{}};  // the schedule says what is wrong
  const int64_t length = subject.size(nest.space.back().count).value_or(1024);
  int64_t rows = 1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) rows *= subject.size(nest.space[i].count).value_or(1024);
  const int64_t vector = std::max<int64_t>(1, k_word / widths_of(subject, nest).widest);
  std::vector<ScanNumbers> in_rows, in_tiles;
  for (const int64_t packs : {2, 4}) {
    const int64_t wanted = power_of_two((length + vector * packs - 1) / (vector * packs));
    const int64_t lanes = wanted > 32 ? std::clamp<int64_t>(wanted, 64, 512) : std::max<int64_t>(wanted, 2);
    in_rows.push_back({ScanForm::rows, lanes > 32 ? lanes : 128, lanes, vector, packs});
  }
  for (const ScanForm form : {ScanForm::look_back, ScanForm::in_three}) {
    in_tiles.push_back({form, 256, 256, vector, 4});
    in_tiles.push_back({form, 128, 128, vector, 4});
    in_tiles.push_back({form, 256, 256, vector, 2});
  }
  const bool has_rows = rows >= k_few_rows;
  std::vector<ScanNumbers>& list = has_rows ? in_rows : in_tiles;
  const std::vector<ScanNumbers>& last = has_rows ? in_tiles : in_rows;
  list.insert(list.end(), last.begin(), last.end());
  return list;
}

}  // namespace whet::write
