#include "write/product_list.h"

#include <algorithm>
#include <cmath>

#include "write/product_copies.h"
#include "write/product_prediction.h"
#include "write/schedule/element_fetch.h"
#include "write/schedule/group_parts.h"
#include "write/schedule/mapped_operand.h"
#include "write/schedule/split_numbers.h"
#include "write/subject/case_sizes.h"
#include "write/subject/convolution_plan.h"
#include "write/subject/operand_layout.h"
#include "write/subject/shared_left_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_thin = 16;                // rows or columns that are fewer than a tile's
constexpr int64_t k_most_thin_numbers = 160;  // in registers of a thread
constexpr int64_t k_few_for_cores = 4;        // rows or columns for which plain cores keep up with memory
constexpr size_t k_most_products = 12;        // of one schedule
constexpr size_t k_further_copies = 3;        // of these, with other copies of operands

// Every tile with one part and with those that fill the GPU, the fastest by prediction first.
template <typename Numbers, typename ShapeOf>
std::vector<Numbers> by_prediction(const std::vector<Numbers>& tiles, const ProductSizes& sizes,
                                   const ShapeOf& shape_of) {
  std::vector<std::pair<double, Numbers>> found;
  for (Numbers numbers : tiles) {
    const int64_t filling = sizes.is_gathered ? 1 : filling_parts(sizes, shape_of(numbers));
    found.emplace_back(predicted_clocks(sizes, shape_of(numbers)), numbers);
    numbers.parts = filling;
    if (filling > 1) found.emplace_back(predicted_clocks(sizes, shape_of(numbers)), numbers);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Numbers> list;
  for (size_t i = 0; i < std::min(found.size(), k_most_products); ++i) list.push_back(found[i].second);
  return list;
}

std::vector<ProductNumbers> tile_shapes(bool is_narrow) {
  if (!is_narrow) return {{128, 128, 8, 8, 8}, {128, 64, 8, 8, 4}, {64, 64, 8, 4, 4}, {64, 32, 8, 4, 4}};
  return {{64, 128, 16, 8, 8},   {128, 128, 16, 8, 8}, {256, 128, 8, 16, 8}, {128, 256, 8, 8, 16},
          {128, 128, 16, 16, 8}, {128, 128, 8, 8, 8},  {128, 128, 8, 16, 8}, {128, 64, 16, 8, 8},
          {64, 64, 16, 8, 8},    {64, 64, 16, 4, 4},   {32, 64, 16, 4, 4}};
}

std::vector<TensorNumbers> tensor_shapes() {
  return {{128, 128, 64, 64, 64, 4},  {128, 256, 64, 64, 64, 3}, {256, 128, 64, 64, 64, 3},
          {128, 128, 128, 64, 64, 3}, {128, 128, 64, 64, 32, 4}, {128, 64, 64, 64, 32, 4},
          {64, 128, 64, 32, 64, 4},   {64, 64, 128, 32, 32, 4},  {64, 64, 64, 32, 32, 4}};
}

// Of split numbers: fragments and what is left of them leave no registers for larger tiles of a warp.
std::vector<TensorNumbers> split_shapes() {
  return {{128, 128, 64, 64, 32, 4},
          {64, 128, 64, 32, 64, 4},
          {128, 64, 64, 64, 32, 4},
          {64, 64, 64, 32, 32, 4},
          {64, 64, 128, 32, 32, 4}};
}

// For few rows, or columns: stages are many, since what is read is all that takes time.
std::vector<TensorNumbers> thin_tensor_shapes(const ProductSizes& sizes) {
  if (std::min(sizes.rows, sizes.columns) > 2 * k_thin) return {};
  const int64_t few = std::min(sizes.rows, sizes.columns) > k_thin ? 2 * k_thin : k_thin;
  if (sizes.rows <= sizes.columns)
    return {{few, 64, 128, few, 16, 6}, {few, 64, 256, few, 16, 4}, {few, 128, 128, few, 32, 4}};
  return {{64, few, 128, 16, few, 6}, {64, few, 256, 16, few, 4}, {128, few, 128, 32, few, 4}};
}

// Warps that multiply also gather, so that more of them share a tile.
std::vector<WarpgroupNumbers> gathering_shapes() {
  return {{4, 128, 4}, {2, 256, 4}, {2, 128, 3}, {2, 128, 4}, {1, 256, 4}, {1, 128, 4}};
}

// What copies leave terms as neighbours in chunks of whole words: where they lie so, none, and with zeros behind them
// where some case needs that.
std::vector<TermCopies> term_copies(const Subject& subject, const ContractionPlan& plan) {
  const auto last = plan.is_gathered() ? neighbour_range(subject, plan) : std::nullopt;
  if (!last) return {TermCopies::none};
  const auto is_whole = [&](const SubjectCase& at) {
    return std::fmod(CaseSizes(subject, at).value(last->count).value_or(1), 8) == 0;
  };
  const auto lies_so = [](const ContractionOperand& each) { return !each.is_gathered || each.along_terms; };
  const bool has_neighbours =
      lies_so(plan.left) && lies_so(plan.right) && plan.term_parts.back().variable == last->variable;
  std::vector<TermCopies> list;
  if (!subject.cases.empty() && is_whole(subject.cases.front()))
    list.push_back(has_neighbours ? TermCopies::none : TermCopies::plain);
  if (!std::all_of(subject.cases.begin(), subject.cases.end(), is_whole)) list.push_back(TermCopies::padded);
  if (std::find(list.begin(), list.end(), TermCopies::none) == list.end()) list.push_back(TermCopies::none);
  return list;
}

// All numbers with the first of these copies and without any, and some with the others.
template <typename Numbers>
std::vector<Numbers> with_term_copies(const std::vector<Numbers>& direct, const std::vector<TermCopies>& copies) {
  std::vector<Numbers> list;
  for (const TermCopies each : copies) {
    const bool is_whole = each == copies.front() || each == TermCopies::none;
    for (size_t i = 0; i < std::min(direct.size(), is_whole ? direct.size() : k_further_copies); ++i) {
      list.push_back(direct[i]);
      list.back().copies = each;
    }
  }
  return list;
}

// Lists for different copies as one, the fastest by prediction first; the first of them has none. Others are left out
// unless they are predicted to take less, and of all but the fastest list with copies there are some.
template <typename Clocks>
std::vector<ProductNumbers> with_line_copies(std::vector<std::vector<ProductNumbers>> lists, const Clocks& clocks) {
  const double without = clocks(lists.front().front());
  std::vector<ProductNumbers> list;
  std::erase_if(lists, [&](const auto& each) { return each.front().copies.any() && clocks(each.front()) >= without; });
  std::stable_sort(lists.begin(), lists.end(),
                   [&](const auto& a, const auto& b) { return clocks(a.front()) < clocks(b.front()); });
  for (size_t i = 0; i < lists.size(); ++i) {
    const size_t most = i == 0 || !lists[i].front().copies.any() ? lists[i].size() : k_further_copies;
    list.insert(list.end(), lists[i].begin(),
                lists[i].begin() + static_cast<ptrdiff_t>(std::min(most, lists[i].size())));
  }
  return list;
}

std::vector<WarpgroupNumbers> warpgroup_shapes() {
  return {{2, 256, 4}, {2, 128, 4}, {2, 128, 6}, {1, 256, 4}, {1, 128, 4}};
}

}  // namespace

std::vector<ProductNumbers> product_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_gathered_contraction(subject, nest);
  if (!plan) return {ProductNumbers{}};  // the schedule says what is wrong
  ProductSizes sizes = product_sizes(subject, *plan);
  sizes.apart_left = is_loaded_by_elements(subject, *plan, plan->left);
  sizes.apart_right = is_loaded_by_elements(subject, *plan, plan->right);
  const auto streams = [&](const ContractionOperand& each) {
    const bool is_word =
        each.is_plain() && subject.parameter(subject.arena[*each.plain].args[0]).type == ElementType::f32;
    return is_word && !each.is_gathered &&
           (!each.along_terms || has_element_fetch(subject, each, ElementFetchShape{128}));
  };
  sizes.streams_left = streams(plan->left), sizes.streams_right = streams(plan->right);
  const auto shape = [&](const ProductNumbers& each) { return shape_of(each, sizes); };
  const auto copied = [&](const LineCopies& copies) {
    std::vector<ProductNumbers> tiles = tile_shapes(plan->is_narrow);
    for (ProductNumbers& each : tiles) each.copies = copies;
    return by_prediction(tiles, sizes, shape);
  };
  std::vector<std::vector<ProductNumbers>> lists;
  for (const LineCopies& each : line_copies(subject, *plan, sizes)) lists.push_back(copied(each));
  return with_line_copies(lists, [&](const ProductNumbers& each) { return predicted_clocks(sizes, shape(each)); });
}

std::vector<TensorNumbers> tensor_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan) return {TensorNumbers{}};  // the schedule says what is wrong
  const ProductSizes sizes = product_sizes(subject, *plan);
  const auto shape = [&](const TensorNumbers& each) { return shape_of(each, sizes); };
  std::vector<TensorNumbers> list;
  for (TensorNumbers each : thin_tensor_shapes(sizes)) {
    each.parts = sizes.is_gathered ? 1 : filling_parts(sizes, shape(each));
    list.push_back(each);
  }
  const auto others = with_term_copies(by_prediction(sizes.is_split ? split_shapes() : tensor_shapes(), sizes, shape),
                                       term_copies(subject, *plan));
  list.insert(list.end(), others.begin(), others.end());
  return list;
}

std::vector<WarpgroupNumbers> warpgroup_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan || !plan->is_real) return {WarpgroupNumbers{}};  // the schedule says what is wrong
  const ProductSizes sizes = product_sizes(subject, *plan);
  const auto shape = [&](const WarpgroupNumbers& each) { return shape_of(each, sizes); };
  if (sizes.is_split) {  // listed where it is predicted to take less than warps by themselves
    const TensorNumbers by_warps = tensor_numbers(subject, nest).front();
    std::vector<WarpgroupNumbers> list = by_prediction<WarpgroupNumbers>({{2, 128, 2}}, sizes, shape);
    const bool is_faster =
        predicted_clocks(sizes, shape(list.front())) < predicted_clocks(sizes, shape_of(by_warps, sizes));
    return is_faster ? list : std::vector<WarpgroupNumbers>();
  }
  if (!plan->is_gathered()) return by_prediction(warpgroup_shapes(), sizes, shape);
  return with_term_copies(by_prediction(gathering_shapes(), sizes, shape), term_copies(subject, *plan));
}

namespace {

// Whether lines of the operand begin at multiples of 16 bytes.
bool has_whole_lines(const MappedOperand& mapped, const CaseSizes& known) {
  std::vector<Expr> strides{mapped.stride};
  for (const BatchStep& step : mapped.steps) strides.push_back(step.stride);
  return std::all_of(strides.begin(), strides.end(),
                     [&](Expr stride) { return std::fmod(known.value(stride).value_or(0), 16) == 0; });
}

// The same of both; one that has no map counts as such.
bool has_whole_lines(const Subject& subject, const ContractionPlan& plan, const SubjectCase& at) {
  const CaseSizes known(subject, at);
  for (const ChunkedOperand& each : {chunked_left(plan), chunked_right(plan)}) {
    const auto mapped = mapped_operand(subject, plan, each);
    if (!mapped) return true;
    if (!has_whole_lines(*mapped, known)) return false;
  }
  return true;
}

// Each with copies before itself, and without them only where the first case needs none.
std::vector<BulkNumbers> with_copies(const std::vector<BulkNumbers>& plain, bool needs_copies) {
  std::vector<BulkNumbers> list;
  for (BulkNumbers each : plain) {
    each.copies = true;
    list.push_back(each);
    each.copies = false;
    if (!needs_copies) list.push_back(each);
  }
  return list;
}

}  // namespace

std::vector<BulkNumbers> bulk_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_bulk(subject, nest);
  if (!plan || !plan->is_real || plan->is_gathered()) return {BulkNumbers{}};  // the schedule says what is wrong
  const ProductSizes sizes = product_sizes(subject, *plan);
  // Pairs of blocks that share columns (multicast) take longer on an H200, 1544 us for 1453 at 8192: none is listed.
  // Few blocks come first, since they need no kernel for their maps: 2 us less on an H200.
  std::vector<BulkNumbers> list{{2, 256, 4, 1, k_processors}, {2, 256, 4, 1},
                                {2, 128, 6, 1, k_processors}, {2, 128, 6, 1},
                                {1, 256, 5, 1, k_processors}, {1, 128, 8, 1, k_processors}};
  const auto is_filling = [&](const BulkNumbers& each) {
    return sizes.batch * pieces(sizes.rows, each.tile_m()) * pieces(sizes.columns, each.tile_n) >= k_processors * 3 / 4;
  };
  std::stable_partition(list.begin(), list.end(), is_filling);
  if (group_type(subject, *plan) == ElementType::f32) return list;  // copied anyway
  const auto needs_copies = [&](const SubjectCase& at) {
    const ProductSizes here = product_sizes(subject, *plan, at);
    return !has_whole_lines(subject, *plan, at) && is_worth_copying(here, warpgroup_shapes());
  };
  if (std::none_of(subject.cases.begin(), subject.cases.end(), needs_copies)) return list;
  return with_copies(list, needs_copies(subject.cases.front()));
}

std::vector<BulkNumbers> bulk_numbers_of_two(const Subject& subject, const Nest& nest) {
  const auto plan = plan_shared_left(subject, nest);
  if (!plan || group_type(subject, *plan) == ElementType::f32) return {};
  return {{2, 256, 4, 1, k_processors}, {2, 256, 4, 1}, {1, 256, 5, 1, k_processors}};
}

bool is_bulk_likeliest(const Subject& subject, const Nest& nest) {
  const auto plan = plan_bulk(subject, nest);
  if (!plan || group_type(subject, *plan) != ElementType::f32 || subject.cases.empty()) return true;
  const CaseSizes known(subject, subject.cases.front());
  const auto is_copied = [&](const ChunkedOperand& each) {
    const auto mapped = tf32_operand(subject, *plan, each);
    return !mapped || !mapped->has_place || !has_whole_lines(*mapped, known);
  };
  ProductSizes sizes = product_sizes(subject, *plan);
  sizes.copies_left = is_copied(chunked_left(*plan)), sizes.copies_right = is_copied(chunked_right(*plan));
  return is_worth_rounding(sizes, warpgroup_shapes());
}

namespace {

// Blocks that share the terms of a tile until there are two for each multiprocessor; each has some rounds of terms.
ThinNumbers with_parts(ThinNumbers numbers, int64_t short_side, int64_t long_side, const ProductSizes& sizes) {
  const int64_t tiles = sizes.batch * pieces(short_side, numbers.few) * pieces(long_side, numbers.tile());
  const int64_t rounds = sizes.terms / (numbers.lanes * numbers.terms);
  numbers.parts = std::clamp<int64_t>(std::min(2 * k_processors / tiles, rounds / 4), 1, k_most_parts);
  return numbers;
}

}  // namespace

std::vector<ThinNumbers> thin_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_contraction(subject, nest);
  if (!plan) return {};
  const ProductSizes sizes = product_sizes(subject, *plan);
  const bool is_row_few = sizes.rows <= sizes.columns;
  const int64_t short_side = std::min(sizes.rows, sizes.columns), long_side = std::max(sizes.rows, sizes.columns);
  const ContractionOperand& many = is_row_few ? plan->right : plan->left;
  if (short_side > k_thin || many.packed.empty()) return {};
  const int64_t few = power_of_two(short_side), bytes = subject.arena[many.packed[0]].bytes;
  const int64_t vector = std::min<int64_t>(8, 16 / bytes);
  std::vector<ThinNumbers> list;
  const auto add = [&](const ThinNumbers& numbers) {
    if (numbers.many * (numbers.few + numbers.terms) > k_most_thin_numbers) return;
    list.push_back(with_parts(numbers, short_side, long_side, sizes));
    if (list.back().parts > 1) list.push_back(numbers);
  };
  if (many.along_terms) {
    for (const int64_t of_thread : {4, 8, 2}) add({is_row_few, few, of_thread, vector, 32, 128});
    if (few > 4) add({is_row_few, few / 2, 8, vector, 32, 128});
  } else {
    for (const int64_t terms : {8, 4, 16}) add({is_row_few, few, vector, terms, 8, 256});
    add({is_row_few, few, vector, 4, 16, 512});
    add({is_row_few, std::max<int64_t>(1, few / 2), vector, 4, 8, 256});
  }
  return list;
}

bool is_for_plain_cores(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan) return true;
  const ProductSizes sizes = product_sizes(subject, *plan);
  return std::min(sizes.rows, sizes.columns) <= (sizes.is_split ? k_thin : k_few_for_cores);
}

bool is_tensor_likeliest(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan || !multiplies_split(subject, *plan)) return true;
  const ProductSizes sizes = product_sizes(subject, *plan);
  const auto clocks = [&](const auto& numbers) { return predicted_clocks(sizes, shape_of(numbers, sizes)); };
  return clocks(tensor_numbers(subject, nest).front()) < clocks(product_numbers(subject, nest).front());
}

bool is_worth_tiling(const Subject& subject, const Nest& nest) {
  const auto plan = plan_gathered_contraction(subject, nest);
  if (!plan) return false;
  const ProductSizes sizes = product_sizes(subject, *plan);
  return std::min(sizes.rows, sizes.columns) >= k_thin;
}

}  // namespace whet::write
