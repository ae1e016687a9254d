// The numbers that products are tried with, ordered by the time that a large GPU is predicted to take.
#pragma once

#include <vector>

#include "write/schedule/bulk.h"
#include "write/schedule/product.h"
#include "write/schedule/tensor.h"
#include "write/schedule/thin.h"
#include "write/schedule/warpgroup.h"
#include "write/subject/nest.h"

namespace whet::write {

std::vector<ProductNumbers> product_numbers(const Subject& subject, const Nest& nest);
std::vector<TensorNumbers> tensor_numbers(const Subject& subject, const Nest& nest);
std::vector<WarpgroupNumbers> warpgroup_numbers(const Subject& subject, const Nest& nest);
std::vector<BulkNumbers> bulk_numbers(const Subject& subject, const Nest& nest);
// The same for two sums that share their left operand; none where they do not.
std::vector<BulkNumbers> bulk_numbers_of_two(const Subject& subject, const Nest& nest);
// Whether they come before other products on a GPU that has the instructions.
bool is_bulk_likeliest(const Subject& subject, const Nest& nest);
// None: both sides are long.
std::vector<ThinNumbers> thin_numbers(const Subject& subject, const Nest& nest);
// Of a product with a short side: whether plain cores multiply as fast as memory gives what they read.
bool is_for_plain_cores(const Subject& subject, const Nest& nest);

// Whether the schedule for tensor cores comes before plain cores: split numbers take three products for one.
bool is_tensor_likeliest(const Subject& subject, const Nest& nest);

// Whether both sides of the result are long enough for tiles; thin ones are better read once, by rows or columns.
bool is_worth_tiling(const Subject& subject, const Nest& nest);

}  // namespace whet::write
