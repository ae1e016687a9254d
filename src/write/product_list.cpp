#include "write/product_list.h"

#include <algorithm>
#include <cmath>

#include "write/subject/contraction_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_processors = 132;     // of a large GPU
constexpr int64_t k_registers = 65'536;   // of a multiprocessor
constexpr int64_t k_usual_length = 1024;  // of a range that is not known
constexpr int64_t k_thin = 16;            // rows or columns that are fewer than a tile's
constexpr int64_t k_most_parts = 32;
constexpr size_t k_most_products = 12;  // of one schedule

// Plans for an H200 at 1.75 GHz, not measured (docs/writing.md). Products of a clock are those of one multiprocessor.
constexpr double k_plain_products = 128, k_tensor_products = 2600, k_group_products = 3600;
constexpr double k_l2_bytes_of_clock = 6150, k_memory_bytes_of_clock = 2400;
constexpr double k_block_clocks = 2000;    // until the first terms are there, and for the results
constexpr double k_launch_clocks = 4000;   // of a further kernel
constexpr int64_t k_warps_for_rate = 12;   // of a multiprocessor, that keep it busy with plain products
constexpr double k_fragment_clocks = 1.2;  // of reading an element of shared memory, in those of a product
constexpr double k_matrix_clocks = 16;     // the same for tensor cores

struct ProductSizes {
  int64_t batch = 1, rows = 1, columns = 1, terms = 1;
  int64_t bytes = 4;  // of an element of an operand
};

ProductSizes product_sizes(const Subject& subject, const ContractionPlan& plan) {
  const auto size = [&](Expr count) { return std::max<int64_t>(1, subject.size(count).value_or(k_usual_length)); };
  ProductSizes sizes{1, size(plan.row().count), size(plan.column().count), size(plan.count), 4};
  for (const lift::SpaceIndex& index : plan.batch) sizes.batch *= size(index.count);
  if (plan.left.plain) sizes.bytes = subject.arena[*plan.left.plain].bytes;
  return sizes;
}

int64_t whole(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// What a prediction needs to know of a schedule's numbers.
struct TileShape {
  int64_t rows, columns, terms, parts;
  int64_t threads, registers;  // of a block, of a thread
  double products;             // of a clock, if nothing else were to do
  double reading;              // clocks of reading fragments for each of computing
  int64_t busy_warps;
};

TileShape shape_of(const ProductNumbers& numbers) {
  const auto m = static_cast<double>(numbers.thread_m), n = static_cast<double>(numbers.thread_n);
  return {numbers.tile_m,    numbers.tile_n,       numbers.tile_k,   numbers.parts,
          numbers.threads(), numbers.registers(4), k_plain_products, k_fragment_clocks * (1 / m + 1 / n),
          k_warps_for_rate};
}

int64_t tiles_of(const ProductSizes& sizes, const TileShape& shape) {
  return sizes.batch * whole(sizes.rows, shape.rows) * whole(sizes.columns, shape.columns);
}

// Blocks that a multiprocessor has at once, by their registers.
int64_t resident_blocks(const TileShape& shape) {
  return std::max<int64_t>(1, k_registers / (shape.threads * shape.registers));
}

double predicted_clocks(const ProductSizes& sizes, const TileShape& shape) {
  const int64_t blocks = tiles_of(sizes, shape) * shape.parts, rounds = whole(blocks, k_processors);
  const int64_t terms = whole(whole(sizes.terms, shape.parts), shape.terms) * shape.terms;
  const int64_t warps = std::min(rounds, resident_blocks(shape)) * shape.threads / 32;
  const double busy = std::min(1.0, static_cast<double>(warps) / static_cast<double>(shape.busy_warps));
  const double rate = shape.products * busy / (1 + shape.reading);
  const auto computing = static_cast<double>(rounds * shape.rows * shape.columns * terms) / rate;
  const auto read = static_cast<double>(blocks * terms * (shape.rows + shape.columns) * sizes.bytes);
  const auto results = static_cast<double>(sizes.batch * sizes.rows * sizes.columns);
  const double adding = static_cast<double>(shape.parts) * results * 8 / k_memory_bytes_of_clock + k_launch_clocks;
  return std::max(computing, read / k_l2_bytes_of_clock) + k_block_clocks + (shape.parts > 1 ? adding : 0);
}

// How many parts of the terms fill the GPU with blocks; each has a few tiles of them.
int64_t filling_parts(const ProductSizes& sizes, const TileShape& shape) {
  const int64_t wanted = k_processors * std::min<int64_t>(2, resident_blocks(shape)) / tiles_of(sizes, shape);
  return std::clamp<int64_t>(std::min(wanted, sizes.terms / (8 * shape.terms)), 1, k_most_parts);
}

// Every tile with one part and with those that fill the GPU, the fastest by prediction first.
template <typename Numbers, typename ShapeOf>
std::vector<Numbers> by_prediction(const std::vector<Numbers>& tiles, const ProductSizes& sizes,
                                   const ShapeOf& shape_of) {
  std::vector<std::pair<double, Numbers>> found;
  for (Numbers numbers : tiles) {
    const int64_t filling = filling_parts(sizes, shape_of(numbers));
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
  return {{128, 128, 8, 8, 8}, {128, 128, 16, 8, 8}, {256, 128, 8, 16, 8}, {128, 64, 16, 8, 8},
          {64, 128, 16, 8, 8}, {64, 64, 16, 8, 8},   {64, 64, 16, 4, 4},   {32, 64, 16, 4, 4}};
}

std::vector<TensorNumbers> tensor_shapes() {
  return {{128, 128, 64, 64, 64, 4},  {128, 256, 64, 64, 64, 3}, {256, 128, 64, 64, 64, 3},
          {128, 128, 128, 64, 64, 3}, {128, 128, 64, 64, 32, 4}, {128, 64, 64, 64, 32, 4},
          {64, 128, 64, 32, 64, 4},   {64, 64, 128, 32, 32, 4},  {64, 64, 64, 32, 32, 4}};
}

std::vector<WarpgroupNumbers> warpgroup_shapes() {
  return {{2, 256, 4}, {2, 128, 4}, {2, 128, 6}, {1, 256, 4}, {1, 128, 4}};
}

}  // namespace

std::vector<ProductNumbers> product_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_contraction(subject, nest);
  if (!plan) return {ProductNumbers{}};  // the schedule says what is wrong
  const ProductSizes sizes = product_sizes(subject, *plan);
  return by_prediction(tile_shapes(plan->is_narrow), sizes, [](const ProductNumbers& each) { return shape_of(each); });
}

std::vector<TensorNumbers> tensor_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan) return {TensorNumbers{}};  // the schedule says what is wrong
  const ProductSizes sizes = product_sizes(subject, *plan);
  const auto shape = [&](const TensorNumbers& each) {
    const auto m = static_cast<double>(each.warp_m), n = static_cast<double>(each.warp_n);
    const int64_t sums = each.warp_m * each.warp_n / 32;
    return TileShape{each.tile_m,
                     each.tile_n,
                     each.line / sizes.bytes,
                     each.parts,
                     each.threads(),
                     sums + 64,
                     k_tensor_products * 2 / static_cast<double>(sizes.bytes),
                     k_matrix_clocks * (1 / m + 1 / n),
                     4};
  };
  return by_prediction(tensor_shapes(), sizes, shape);
}

std::vector<WarpgroupNumbers> warpgroup_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan || !plan->is_real) return {WarpgroupNumbers{}};  // the schedule says what is wrong
  const auto shape = [](const WarpgroupNumbers& each) {
    return TileShape{each.tile_m(),
                     each.tile_n,
                     64,
                     each.parts,
                     each.threads(),
                     each.tile_n / 2 + 64,
                     k_group_products,
                     k_matrix_clocks / 2 / static_cast<double>(each.tile_n),
                     4};
  };
  return by_prediction(warpgroup_shapes(), product_sizes(subject, *plan), shape);
}

bool is_worth_tiling(const Subject& subject, const Nest& nest) {
  const auto plan = plan_contraction(subject, nest);
  if (!plan) return false;
  const ProductSizes sizes = product_sizes(subject, *plan);
  return std::min(sizes.rows, sizes.columns) >= k_thin;
}

}  // namespace whet::write
