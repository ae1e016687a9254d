#include "write/stage_list.h"

#include <algorithm>

#include "write/product_list.h"
#include "write/product_prediction.h"
#include "write/subject/convolution_plan.h"
#include "write/subject/products_plan.h"

namespace whet::write {

namespace {

constexpr size_t k_tensor_stages = 3, k_bulk_stages = 2, k_group_stages = 1;  // of each schedule

template <typename Numbers>
void add(const std::vector<Numbers>& numbers, size_t most, std::vector<StageNumbers>& list) {
  list.insert(list.end(), numbers.begin(), numbers.begin() + static_cast<ptrdiff_t>(std::min(most, numbers.size())));
}

std::vector<StageNumbers> matrix_numbers(const Subject& subject, const Nest& nest, bool has_fragments) {
  std::vector<StageNumbers> list;
  if (has_fragments) add(tensor_numbers(subject, nest), k_tensor_stages, list);
  if (plan_bulk(subject, nest)) add(bulk_numbers(subject, nest), k_bulk_stages, list);
  if (has_fragments) add(warpgroup_numbers(subject, nest), k_group_stages, list);
  return list;
}

}  // namespace

Result<StageList> stage_list(const Subject& subject, const Nest& nest) {
  const auto products = plan_products(subject, nest);
  if (products) return stage_list(subject, nest_of_sum(nest, products->sums.front()));
  TRY(plan, plan_gathered_contraction(subject, nest));
  const ProductSizes sizes = product_sizes(subject, plan);
  StageList list;
  const std::vector<ThinNumbers> thin = thin_numbers(subject, nest);
  const std::vector<ProductNumbers> tiles = product_numbers(subject, nest);
  add(thin, thin.size(), list.plain);
  if (thin.empty()) {
    add(tiles, tiles.size(), list.plain);
    list.plain_clocks = predicted_clocks(sizes, shape_of(tiles.front(), sizes));
  }
  const bool has_fragments = plan_tensor(subject, nest).ok();
  if (!has_fragments && !plan_bulk(subject, nest)) return list;
  list.matrix = matrix_numbers(subject, nest, has_fragments);
  list.is_for_matrix = !is_for_plain_cores(subject, nest);
  if (has_fragments && thin.empty()) {
    const TensorNumbers first = tensor_numbers(subject, nest).front();
    list.matrix_clocks = predicted_clocks(sizes, shape_of(first, sizes));
  }
  return list;
}

}  // namespace whet::write
