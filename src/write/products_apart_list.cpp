#include "write/products_apart_list.h"

#include <algorithm>

#include "write/product_prediction.h"
#include "write/schedule/copied_operands.h"
#include "write/stage_list.h"
#include "write/subject/convolution_plan.h"

namespace whet::write {

namespace {

constexpr size_t k_most_matrix = 6, k_most_plain = 4;

using Pairs = std::vector<ProductsApartNumbers>;

Result<ProductsApartList> list_of(const Subject& subject, const Nest& nest) {
  TRY(plan, plan_products(subject, nest));
  TRY(stages, stages_of_sums(subject, nest, plan));
  const Subject last = subject_of_stage(subject, stages, 0), sum = subject_of_stage(subject, stages, 1);
  TRY(of_last, stage_list(last, stages.stages[0].nest));
  TRY(of_sum, stage_list(sum, stages.stages[1].nest));
  const bool is_for_matrix = of_last.is_for_matrix && of_sum.is_for_matrix;
  const Pairs matrix = paired<ProductsApartNumbers>(of_sum.matrix, of_last.matrix, k_most_matrix);
  const Pairs plain = paired<ProductsApartNumbers>(of_sum.plain, of_last.plain, k_most_plain);
  ProductsApartList list{is_for_matrix ? matrix : plain};
  const Pairs& others = is_for_matrix ? plain : matrix;
  list.numbers.insert(list.numbers.end(), others.begin(), others.end());
  TRY(product, plan_gathered_contraction(subject, nest_of_sum(nest, plan.sums.front())));
  const ProductSizes sizes = product_sizes(subject, product);
  list.is_first = std::min(sizes.rows, sizes.columns) > 1;
  return list;
}

}  // namespace

ProductsApartList products_apart_list(const Subject& subject, const Nest& nest) {
  auto list = list_of(subject, nest);
  return list ? std::move(*list) : ProductsApartList{};
}

}  // namespace whet::write
