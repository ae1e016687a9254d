#include "write/chain_list.h"

#include <algorithm>

#include "write/product_list.h"
#include "write/product_prediction.h"
#include "write/schedule/copied_operands.h"

namespace whet::write {

namespace {

constexpr size_t k_most_pairs = 6;        // pairs of kernels
constexpr int64_t k_few_repetitions = 4;  // of a sum, that other schedules can afford

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

// The numbers of a stage, those first that suit it best, and what it is predicted to take; nothing: a side is short,
// and it is bound by memory.
struct StageList {
  std::vector<StageNumbers> numbers;
  std::optional<double> clocks;
};

Result<StageList> stage_list(const Subject& subject, const Nest& nest) {
  TRY(plan, plan_contraction(subject, nest));
  const std::vector<ThinNumbers> thin = thin_numbers(subject, nest);
  if (!thin.empty()) return StageList{{thin.begin(), thin.end()}, std::nullopt};
  const ProductSizes sizes = product_sizes(subject, plan);
  const std::vector<ProductNumbers> tiles = product_numbers(subject, nest);
  return StageList{{tiles.begin(), tiles.end()}, predicted_clocks(sizes, shape_of(tiles.front(), sizes))};
}

struct StagesApart {
  StageList hidden, outer;
  ProductSizes of_hidden;

  // Of both kernels; nothing: not predicted.
  std::optional<double> clocks() const {
    if (!hidden.clocks || !outer.clocks) return std::nullopt;
    return *hidden.clocks + *outer.clocks + k_launch_clocks;
  }
  // Each kernel with the numbers that suit it best, and with others by turns.
  std::vector<ChainApartNumbers> pairs() const {
    std::vector<ChainApartNumbers> list{{hidden.numbers.front(), outer.numbers.front()}};
    for (size_t i = 1; list.size() < k_most_pairs && i < std::max(hidden.numbers.size(), outer.numbers.size()); ++i) {
      if (i < outer.numbers.size()) list.push_back({hidden.numbers.front(), outer.numbers[i]});
      if (i < hidden.numbers.size()) list.push_back({hidden.numbers[i], outer.numbers.front()});
    }
    return list;
  }
};

Result<StagesApart> stages_apart(const Subject& subject, const Nest& nest, const ChainPlan& plan) {
  TRY(stages, stages_of_chain(subject, nest, plan));
  const Subject outer = subject_of_stage(subject, stages, 0), hidden = subject_of_stage(subject, stages, 1);
  TRY(of_outer, stage_list(outer, stages.stages[0].nest));
  TRY(of_hidden, stage_list(hidden, stages.stages[1].nest));
  TRY(hidden_plan, plan_contraction(hidden, stages.stages[1].nest));
  return StagesApart{std::move(of_hidden), std::move(of_outer), product_sizes(hidden, hidden_plan)};
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
  std::stable_sort(list.whole.begin(), list.whole.end(),
                   [&](const ChainNumbers& a, const ChainNumbers& b) { return clocks(a) < clocks(b); });
  list.is_whole_first = apart->clocks() && clocks(list.whole.front()) <= *apart->clocks();
  return list;
}

}  // namespace whet::write
