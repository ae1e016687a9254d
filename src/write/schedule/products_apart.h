// Maps of several sums, such as gated layers, in a kernel for each sum: all but the last leave theirs in scratch
// memory, in lines of whole words, and the last one's map reads them where it stores results. Each is an ordinary
// product.
#pragma once

#include "write/schedule/product_stage.h"
#include "write/schedule/stages.h"
#include "write/subject/products_plan.h"

namespace whet::write {

struct ProductsApartNumbers {
  StageNumbers sums, last;  // of the kernels that leave sums, and of the one that stores results
};

// The last product with its map, and after it what makes each of the other sums.
Result<Stages> stages_of_sums(const Subject& subject, const Nest& nest, const ProductsPlan& plan);

// An error says why the meaning is no map of several products.
Result<WrittenKernel> write_products_apart(const Subject& subject, const Nest& nest,
                                           const ProductsApartNumbers& numbers);

}  // namespace whet::write
