#include "write/product_list.h"

#include <algorithm>
#include <cmath>

#include "write/subject/convolution_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_processors = 132;         // of a large GPU
constexpr int64_t k_registers = 65'536;       // of a multiprocessor
constexpr int64_t k_usual_length = 1024;      // of a range that is not known
constexpr int64_t k_thin = 16;                // rows or columns that are fewer than a tile's
constexpr int64_t k_most_thin_numbers = 160;  // in registers of a thread
constexpr int64_t k_few_for_cores = 4;        // rows or columns for which plain cores keep up with memory
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
  bool is_gathered = false;
};

ProductSizes product_sizes(const Subject& subject, const ContractionPlan& plan) {
  const auto size = [&](Expr count) { return std::max<int64_t>(1, subject.size(count).value_or(k_usual_length)); };
  ProductSizes sizes{1, size(plan.row().count), size(plan.column().count), size(plan.count), 4, plan.is_gathered()};
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
  return {{128, 128, 8, 8, 8},   {128, 128, 16, 8, 8}, {256, 128, 8, 16, 8}, {128, 256, 8, 8, 16},
          {128, 128, 16, 16, 8}, {128, 128, 8, 16, 8}, {128, 64, 16, 8, 8},  {64, 128, 16, 8, 8},
          {64, 64, 16, 8, 8},    {64, 64, 16, 4, 4},   {32, 64, 16, 4, 4}};
}

std::vector<TensorNumbers> tensor_shapes() {
  return {{128, 128, 64, 64, 64, 4},  {128, 256, 64, 64, 64, 3}, {256, 128, 64, 64, 64, 3},
          {128, 128, 128, 64, 64, 3}, {128, 128, 64, 64, 32, 4}, {128, 64, 64, 64, 32, 4},
          {64, 128, 64, 32, 64, 4},   {64, 64, 128, 32, 32, 4},  {64, 64, 64, 32, 32, 4}};
}

// For few rows, or columns: stages are many, since what is read is all that takes time.
std::vector<TensorNumbers> thin_tensor_shapes(const ProductSizes& sizes) {
  if (std::min(sizes.rows, sizes.columns) > 2 * k_thin) return {};
  const int64_t few = std::min(sizes.rows, sizes.columns) > k_thin ? 2 * k_thin : k_thin;
  if (sizes.rows <= sizes.columns)
    return {{few, 64, 128, few, 16, 6}, {few, 64, 256, few, 16, 4}, {few, 128, 128, few, 32, 4}};
  return {{64, few, 128, 16, few, 6}, {64, few, 256, 16, few, 4}, {128, few, 128, 32, few, 4}};
}

std::vector<WarpgroupNumbers> warpgroup_shapes() {
  return {{2, 256, 4}, {2, 128, 4}, {2, 128, 6}, {1, 256, 4}, {1, 128, 4}};
}

}  // namespace

std::vector<ProductNumbers> product_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_gathered_contraction(subject, nest);
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
  std::vector<TensorNumbers> list;
  for (TensorNumbers each : thin_tensor_shapes(sizes)) {
    each.parts = sizes.is_gathered ? 1 : filling_parts(sizes, shape(each));
    list.push_back(each);
  }
  const auto others = by_prediction(tensor_shapes(), sizes, shape);
  list.insert(list.end(), others.begin(), others.end());
  return list;
}

std::vector<WarpgroupNumbers> warpgroup_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan || !plan->is_real || plan->is_gathered()) return {WarpgroupNumbers{}};  // the schedule says what is wrong
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

std::vector<BulkNumbers> bulk_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor(subject, nest);
  if (!plan || !plan->is_real || plan->is_gathered()) return {BulkNumbers{}};  // the schedule says what is wrong
  const ProductSizes sizes = product_sizes(subject, *plan);
  // Pairs of blocks that share columns compute wrong results on an H200, though not on the virtual GPU: none is listed.
  std::vector<BulkNumbers> list{{2, 256, 4, 1}, {2, 256, 4, 1, k_processors},
                                {2, 128, 6, 1}, {2, 128, 6, 1, k_processors},
                                {1, 256, 5, 1}, {1, 128, 8, 1}};
  const auto is_filling = [&](const BulkNumbers& each) {
    return sizes.batch * whole(sizes.rows, each.tile_m()) * whole(sizes.columns, each.tile_n) >= k_processors * 3 / 4;
  };
  std::stable_partition(list.begin(), list.end(), is_filling);
  return list;
}

namespace {

int64_t power_of_two(int64_t least) {
  int64_t power = 1;
  while (power < least) power *= 2;
  return power;
}

// Blocks that share the terms of a tile until there are two for each multiprocessor; each has some rounds of terms.
ThinNumbers with_parts(ThinNumbers numbers, int64_t short_side, int64_t long_side, const ProductSizes& sizes) {
  const int64_t tiles = sizes.batch * whole(short_side, numbers.few) * whole(long_side, numbers.tile());
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
  return std::min(sizes.rows, sizes.columns) <= k_few_for_cores;
}

bool is_worth_tiling(const Subject& subject, const Nest& nest) {
  const auto plan = plan_gathered_contraction(subject, nest);
  if (!plan) return false;
  const ProductSizes sizes = product_sizes(subject, *plan);
  return std::min(sizes.rows, sizes.columns) >= k_thin;
}

}  // namespace whet::write
