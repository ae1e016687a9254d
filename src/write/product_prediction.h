// The time that a large GPU is predicted to take for a product, by the tile of a block. It orders what is tried.
#pragma once

#include "write/pieces.h"
#include "write/schedule/chain.h"
#include "write/schedule/product.h"
#include "write/schedule/tensor.h"
#include "write/schedule/tensor_chain.h"
#include "write/schedule/warpgroup.h"
#include "write/subject/contraction_plan.h"

namespace whet::write {

inline constexpr int64_t k_processors = 132;     // of a large GPU
inline constexpr int64_t k_most_parts = 32;      // of the terms
inline constexpr double k_launch_clocks = 4000;  // of a further kernel

struct ProductSizes {
  int64_t batch = 1, rows = 1, columns = 1, terms = 1;
  int64_t bytes = 4;  // of an element of an operand
  bool is_gathered = false;
  bool is_split = false;  // floats that tensor cores multiply as split numbers
  // Neighbours in memory are terms. Plain cores turn them on the way to shared memory, tensor cores turn bytes of
  // others.
  bool turns_left = false, turns_right = false;
  bool apart_left = false, apart_right = false;      // loaded by elements: lines are no whole words
  bool copies_left = true, copies_right = true;      // where a kernel before copies operands
  bool streams_left = false, streams_right = false;  // kept as they are: they can come in the background
};

// At the case to be fast at, and at another one.
ProductSizes product_sizes(const Subject& subject, const ContractionPlan& plan);
ProductSizes product_sizes(const Subject& subject, const ContractionPlan& plan, const SubjectCase& at);

// What a prediction needs to know of a schedule's numbers.
struct TileShape {
  int64_t rows, columns, terms, parts;
  int64_t threads, registers;  // of a block, of a thread
  double products;             // of a clock, if nothing else were to do
  double reading;              // clocks of filling and reading shared memory for each of computing
  int64_t busy_warps;
  double before = 0;  // clocks of kernels that copy operands
  // Of a block, beside those of its tile: products, and elements that it reads for them.
  double further_products = 0, further_elements = 0;
};

TileShape shape_of(const ProductNumbers& numbers, const ProductSizes& sizes);
// Of a chain: `inner` is the product of the hidden values, whose rows are the terms of `sizes`.
TileShape shape_of(const ChainNumbers& numbers, const ProductSizes& sizes, const ProductSizes& inner);
// The same on tensor cores, of hidden values that are maps of so many sums.
TileShape shape_of(const TensorChainNumbers& numbers, const ProductSizes& sizes, const ProductSizes& inner,
                   bool is_left, size_t sums);
TileShape shape_of(const TensorNumbers& numbers, const ProductSizes& sizes);
TileShape shape_of(const WarpgroupNumbers& numbers, const ProductSizes& sizes);

double predicted_clocks(const ProductSizes& sizes, const TileShape& shape);
// How many parts of the terms fill the GPU with blocks; each has a few tiles of them.
int64_t filling_parts(const ProductSizes& sizes, const TileShape& shape);
// Whether copying operands to lines of whole words, to multiply by four warps at once with the fastest of these
// tiles, takes less than tiles that warps gather by elements.
bool is_worth_copying(const ProductSizes& sizes, const std::vector<WarpgroupNumbers>& tiles);
// The same for copies of floats that are rounded to tf32, against warps that round them for themselves.
bool is_worth_rounding(const ProductSizes& sizes, const std::vector<WarpgroupNumbers>& tiles);

}  // namespace whet::write
