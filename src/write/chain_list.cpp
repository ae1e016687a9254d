#include "write/chain_list.h"

#include <algorithm>

#include "write/product_prediction.h"
#include "write/products_apart_list.h"
#include "write/schedule/copied_operands.h"
#include "write/stage_list.h"
#include "write/subject/convolution_plan.h"

namespace whet::write {

namespace {

constexpr size_t k_most_pairs = 6;        // pairs of kernels
constexpr int64_t k_few_repetitions = 4;  // of a sum, that other schedules can afford
constexpr int64_t k_least_along = 64;     // rows of a block on tensor cores

// Tiles of 128 x 128 would leave no registers for hidden values.
std::vector<ChainNumbers> chain_shapes(const Subject& subject, bool is_left) {
  if (subject.is_double()) return {{32, 32, 8, 32, 4, 4, 4, 4}, {64, 32, 8, 32, 8, 4, 4, is_left ? 8 : 4}};
  if (is_left)
    return {{64, 64, 16, 64, 8, 4, 4, 8},  {32, 64, 16, 64, 4, 4, 4, 4},  {64, 64, 16, 32, 8, 4, 4, 4},
            {64, 128, 16, 32, 8, 8, 4, 4}, {128, 64, 16, 32, 8, 8, 4, 8}, {32, 128, 16, 64, 4, 8, 4, 4},
            {32, 32, 16, 32, 4, 4, 4, 4}};
  return {{64, 64, 16, 64, 8, 4, 4, 8},  {64, 32, 16, 64, 4, 4, 4, 4},  {64, 64, 16, 32, 8, 4, 4, 4},
          {128, 64, 16, 32, 8, 8, 4, 4}, {64, 128, 16, 32, 8, 8, 4, 8}, {128, 32, 16, 64, 8, 4, 4, 4},
          {32, 32, 16, 32, 4, 4, 4, 4}};
}

struct StagesApart {
  StageList hidden, outer;
  ProductSizes of_hidden;
  bool rounds = false;

  bool is_for_matrix() const { return outer.is_for_matrix && !outer.matrix.empty(); }
  // Of all kernels; nothing: not predicted.
  std::optional<double> clocks() const {
    const bool has_matrix = is_for_matrix() && hidden.is_for_matrix;
    const auto of_hidden = has_matrix ? hidden.matrix_clocks : hidden.plain_clocks;
    const auto of_outer = is_for_matrix() ? outer.matrix_clocks : outer.plain_clocks;
    if (!of_hidden || !of_outer) return std::nullopt;
    return *of_hidden + *of_outer + k_launch_clocks;
  }
  // On plain cores each kernel with the numbers that suit it best, and with others by turns.
  std::vector<ChainApartNumbers> plain_pairs() const {
    std::vector<ChainApartNumbers> list{{hidden.plain.front(), outer.plain.front()}};
    for (size_t i = 1; list.size() < k_most_pairs && i < std::max(hidden.plain.size(), outer.plain.size()); ++i) {
      if (i < outer.plain.size()) list.push_back({hidden.plain.front(), outer.plain[i]});
      if (i < hidden.plain.size()) list.push_back({hidden.plain[i], outer.plain.front()});
    }
    return list;
  }
  // What tensor cores have a form for on these, both products or one of them.
  std::vector<ChainApartNumbers> matrix_pairs() const {
    if (hidden.matrix.empty() && outer.matrix.empty()) return {};
    auto list = paired<ChainApartNumbers>(hidden.matrix.empty() ? hidden.plain : hidden.matrix,
                                          outer.matrix.empty() ? outer.plain : outer.matrix, k_most_pairs);
    for (ChainApartNumbers& each : list) each.rounds = rounds && !outer.matrix.empty();
    return list;
  }
  std::vector<ChainApartNumbers> pairs() const {
    std::vector<ChainApartNumbers> list = plain_pairs();
    const auto matrix = matrix_pairs();
    list.insert(outer.is_for_matrix || hidden.is_for_matrix ? list.begin() : list.end(), matrix.begin(), matrix.end());
    return list;
  }
};

// The side of the result that a slice of hidden values serves, in whole tiles.
int64_t tile_across(int64_t length) {
  return length <= 32 ? 32 : length <= 64 ? 64 : 128;
}

// Inputs stay in shared memory where they fit.
std::vector<TensorChainNumbers> tensor_chain_shapes(const TensorChainPlan& plan, const ProductSizes& sizes,
                                                    const ProductSizes& inner) {
  const bool is_left = plan.chain.is_left;
  const auto sums = static_cast<int64_t>(plan.hidden.sums.size());
  const int64_t across = tile_across(is_left ? sizes.columns : sizes.rows);
  std::vector<TensorChainNumbers> list;
  const auto add = [&](int64_t along, int64_t tile_k, int64_t slice, int64_t own, int64_t shares, int64_t stages) {
    TensorChainNumbers each{is_left ? along : across, is_left ? across : along, tile_k, slice, own, shares, stages};
    each.held = std::max(stages, pieces(inner.terms, tile_k));
    if (!each.fits(is_left, sums)) each.held = stages;
    if (each.fits(is_left, sums)) list.push_back(each);
  };
  add(64, 64, 128, 32, 4, 3);
  add(64, 64, 128, 32, 4, 2);
  add(64, 64, 64, 32, 4, 3);
  add(64, 64, 64, 32, 2, 3);
  add(64, 32, 128, 32, 4, 4);
  add(128, 64, 64, 32, 2, 3);
  add(128, 64, 64, 32, 1, 3);
  add(128, 64, 64, 32, 2, 2);
  add(128, 32, 128, 32, 2, 4);
  add(128, 32, 64, 32, 2, 3);
  add(256, 32, 64, 32, 1, 3);
  add(32, 64, 128, 16, 4, 2);
  return list;
}

struct StageLists {
  StageList hidden, outer;
  ProductSizes of_hidden;
};

Result<StageLists> stage_lists(const Subject& subject, const Nest& nest, const ChainPlan& plan,
                               std::optional<ElementType> hidden_type) {
  TRY(stages, stages_of_chain(subject, nest, plan, hidden_type));
  const Subject outer = subject_of_stage(subject, stages, 0), hidden = subject_of_stage(subject, stages, 1);
  const Nest& of_hidden = stages.stages[1].nest;
  TRY(outer_list, stage_list(outer, stages.stages[0].nest));
  TRY(hidden_list, stage_list(hidden, of_hidden));
  const auto products = plan_products(hidden, of_hidden);
  TRY(hidden_plan,
      plan_gathered_contraction(hidden, products ? nest_of_sum(of_hidden, products->sums.front()) : of_hidden));
  return StageLists{std::move(hidden_list), std::move(outer_list), product_sizes(hidden, hidden_plan)};
}

// Hidden values are rounded for tensor cores alone.
Result<StagesApart> stages_apart(const Subject& subject, const Nest& nest, const ChainPlan& plan) {
  TRY(lists, stage_lists(subject, nest, plan, std::nullopt));
  StagesApart apart{std::move(lists.hidden), std::move(lists.outer), lists.of_hidden, plan.rounded.has_value()};
  if (!apart.rounds) return apart;
  TRY(rounded, stage_lists(subject, nest, plan, plan.rounded));
  apart.outer.matrix = std::move(rounded.outer.matrix);
  apart.outer.matrix_clocks = rounded.outer.matrix_clocks;
  apart.outer.is_for_matrix = rounded.outer.is_for_matrix;
  return apart;
}

}  // namespace

namespace {

// Two kernels take longer than predicted where little is computed between what they store and read.
bool is_narrow_and_long(const TensorChainNumbers& numbers, const ProductSizes& sizes, bool is_left) {
  const int64_t across = is_left ? sizes.columns : sizes.rows, along = is_left ? sizes.rows : sizes.columns;
  return across <= (is_left ? numbers.tile_n : numbers.tile_m) &&
         sizes.batch * pieces(along, k_least_along) >= k_processors / 2;
}

void add_tensor_chains(const Subject& subject, const Nest& nest, const StagesApart& apart, ProductSizes sizes,
                       ChainList& list) {
  const auto plan = plan_tensor_chain(subject, nest);
  list.tensor = {TensorChainNumbers{}};
  if (!plan) return;  // the schedule says what is wrong
  const bool is_left = plan->chain.is_left;
  const ProductSizes inner = product_sizes(subject, plan->hidden.sums.front());
  sizes.bytes = inner.bytes;
  const auto clocks = [&](const TensorChainNumbers& each) {
    return predicted_clocks(sizes, shape_of(each, sizes, inner, is_left, plan->hidden.sums.size()));
  };
  list.tensor = tensor_chain_shapes(*plan, sizes, inner);
  std::stable_sort(list.tensor.begin(), list.tensor.end(),
                   [&](const TensorChainNumbers& a, const TensorChainNumbers& b) { return clocks(a) < clocks(b); });
  list.is_tensor_first = !list.tensor.empty() && (is_narrow_and_long(list.tensor.front(), sizes, is_left) ||
                                                  !apart.clocks() || clocks(list.tensor.front()) <= *apart.clocks());
}

}  // namespace

ChainList chain_list(const Subject& subject, const Nest& nest) {
  const auto plan = plan_chain(subject, nest);
  const auto apart = plan ? stages_apart(subject, nest, *plan) : Result<StagesApart>(plan.error());
  if (!apart) return {{ChainNumbers{}}, {ChainApartNumbers{}}};  // the schedules say what is wrong
  const ProductSizes sizes = product_sizes(subject, plan->outer);
  if ((plan->is_left ? sizes.columns : sizes.rows) <= k_few_repetitions) return {};
  const auto clocks = [&](const ChainNumbers& each) {
    return predicted_clocks(sizes, shape_of(each, sizes, apart->of_hidden));
  };
  ChainList list{chain_shapes(subject, plan->is_left), apart->pairs()};
  add_tensor_chains(subject, nest, *apart, sizes, list);
  if (plan->sums > 1) {
    list.whole = {ChainNumbers{}}, list.is_whole_first = false;
    return list;
  }
  std::stable_sort(list.whole.begin(), list.whole.end(),
                   [&](const ChainNumbers& a, const ChainNumbers& b) { return clocks(a) < clocks(b); });
  list.is_whole_first = apart->clocks() && clocks(list.whole.front()) <= *apart->clocks();
  return list;
}

}  // namespace whet::write
