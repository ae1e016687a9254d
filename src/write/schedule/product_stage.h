// A stage that is a product of matrices, written by whichever schedule its numbers are of.
#pragma once

#include <variant>

#include "write/schedule/bulk.h"
#include "write/schedule/product.h"
#include "write/schedule/tensor.h"
#include "write/schedule/thin.h"
#include "write/schedule/warpgroup.h"

namespace whet::write {

using StageNumbers = std::variant<ProductNumbers, ThinNumbers, TensorNumbers, WarpgroupNumbers, BulkNumbers>;

Result<WrittenKernel> write_product_stage(const Subject& subject, const Nest& nest, const StageNumbers& numbers);

}  // namespace whet::write
