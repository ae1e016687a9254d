#include "write/product_prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "write/schedule/split_numbers.h"
#include "write/subject/case_sizes.h"

namespace whet::write {

namespace {

constexpr int64_t k_registers = 65'536;  // of a multiprocessor
// Plans for an H200 at 1.75 GHz, not measured (docs/writing.md). Products of a clock are those of one multiprocessor.
constexpr double k_plain_products = 128, k_tensor_products = 2600, k_group_products = 3600;
constexpr double k_apart_products = 200;  // of tensor cores where lines are no whole words: 91 TFLOP/s were measured
// Of floats in tf32: by four warps from rounded copies, a plan, and by warps that round what they read, as measured.
constexpr double k_rounded_products = 800, k_rounding_products = 360;
// Of floats as split numbers, three products each, by warps and by four: as measured at 4096, 59 and 83 TFLOP/s.
constexpr double k_split_clock_products = 160, k_split_group_products = 190, k_split_products = 3;
constexpr double k_l2_bytes_of_clock = 6150, k_memory_bytes_of_clock = 2400;
constexpr double k_block_clocks = 2000;    // until the first terms are there, and for the results
constexpr int64_t k_warps_for_rate = 12;   // of a multiprocessor, that keep it busy with plain products
constexpr double k_fragment_clocks = 1.2;  // of reading an element of shared memory, in those of a product
constexpr double k_matrix_clocks = 16;     // the same for tensor cores
// The same for bytes whose terms lie apart, which threads turn: 4096 takes 336 us without, 545 with tiles of 256 rows
// and 725 to 830 with 128 on an H200.
constexpr double k_turned_byte_clocks = 240;
// The same for storing an element apart from its neighbours, and of a stage; as fitted to products of 1024 to 8192 and
// a batch, with and without copies (bench/write).
constexpr double k_turn_clocks = 16, k_stage_clocks = 0.8;
// The same for one that comes in the background, element by element, wherever lines begin. It puts such tiles before
// those that turn through registers, as measured for a batch of 512; how much less it is was not fitted.
constexpr double k_stream_clocks = 12;
// The same where what comes next waits in registers, which leave room for fewer blocks: copies of both operands pay
// from 2048 on, not at 1024 and not for a batch of 512, as measured.
constexpr double k_waiting_clocks = 0.05;
// The same for an element that is loaded alone, where a block waits for it and where it is turned anyway. Plans: 2047
// takes 1.3 times as long as 2048 with other tiles, an odd number of terms alone hardly longer (bench/write).
constexpr double k_waited_clocks = 54, k_alone_clocks = 8;
constexpr int64_t k_usual_length = 1024;  // of a range that is not known

int64_t tiles_of(const ProductSizes& sizes, const TileShape& shape) {
  return sizes.batch * pieces(sizes.rows, shape.rows) * pieces(sizes.columns, shape.columns);
}

// Blocks that a multiprocessor has at once, by their registers.
int64_t resident_blocks(const TileShape& shape) {
  return std::max<int64_t>(1, k_registers / (shape.threads * shape.registers));
}

}  // namespace

ProductSizes product_sizes(const Subject& subject, const ContractionPlan& plan) {
  const auto size = [&](Expr count) { return std::max<int64_t>(1, subject.size(count).value_or(k_usual_length)); };
  ProductSizes sizes{1, size(plan.row().count), size(plan.column().count), size(plan.count), 4, plan.is_gathered()};
  for (const lift::SpaceIndex& index : plan.batch) sizes.batch *= size(index.count);
  if (plan.left.plain) sizes.bytes = subject.arena[*plan.left.plain].bytes;
  sizes.is_split = plan.left.plain && plan.right.plain && multiplies_split(subject, plan);
  sizes.turns_left = plan.left.along_terms, sizes.turns_right = plan.right.along_terms;
  return sizes;
}

namespace {

// What an element of an operand costs on its way to shared memory, beside a copy without registers.
double staging_clocks(bool is_turned, bool is_apart) {
  const double apart = is_turned ? k_alone_clocks : k_waited_clocks;
  return (is_turned ? k_turn_clocks : 0) + (is_apart ? apart : 0);
}

// Of reading an operand's lines, and of writing the copy.
double copying_clocks(const ProductSizes& sizes, int64_t lines) {
  const auto elements = static_cast<double>(sizes.batch * sizes.terms * lines);
  return 2 * elements * static_cast<double>(sizes.bytes) / k_memory_bytes_of_clock + k_launch_clocks;
}

}  // namespace

TileShape shape_of(const ProductNumbers& numbers, const ProductSizes& sizes) {
  const auto m = static_cast<double>(numbers.thread_m), n = static_cast<double>(numbers.thread_n);
  // An element of a tile is stored once and serves the other tile's length.
  const bool is_tight = numbers.is_tight(4);
  const auto staged = [&](bool is_copied, bool streams, bool is_turned, bool is_apart) {
    if (is_copied) return 0.0;
    return is_tight && streams && is_turned ? k_stream_clocks : staging_clocks(is_turned, is_apart);
  };
  const double left = staged(numbers.copies.left, sizes.streams_left, sizes.turns_left, sizes.apart_left);
  const double right = staged(numbers.copies.right, sizes.streams_right, sizes.turns_right, sizes.apart_right);
  const double staging = left / static_cast<double>(numbers.tile_n) + right / static_cast<double>(numbers.tile_m);
  const double waiting = numbers.copies.left && numbers.copies.right ? 0 : k_waiting_clocks;
  const double reading =
      k_fragment_clocks * (1 / m + 1 / n) + staging + k_stage_clocks / static_cast<double>(numbers.tile_k) + waiting;
  const double before = (numbers.copies.left ? copying_clocks(sizes, sizes.rows) : 0) +
                        (numbers.copies.right ? copying_clocks(sizes, sizes.columns) : 0);
  return {numbers.tile_m,       numbers.tile_n,   numbers.tile_k, numbers.parts,    numbers.threads(),
          numbers.registers(4), k_plain_products, reading,        k_warps_for_rate, before};
}

TileShape shape_of(const ChainNumbers& numbers, const ProductSizes& sizes, const ProductSizes& inner) {
  const ProductNumbers tile{numbers.tile_m, numbers.tile_n, numbers.tile_k, numbers.thread_m, numbers.thread_n};
  TileShape shape = shape_of(tile, sizes);
  const int64_t own = numbers.thread_slice * numbers.threads() / numbers.slice * numbers.thread_own;
  const int64_t slices = pieces(sizes.terms, numbers.slice);
  const int64_t terms = pieces(inner.terms, numbers.tile_k) * numbers.tile_k;
  const ProductNumbers of_slice{numbers.slice, own, numbers.tile_k, numbers.thread_slice, numbers.thread_own};
  const double slower = (1 + shape_of(of_slice, inner).reading) / (1 + shape.reading);
  shape.registers = numbers.registers(4);
  shape.further_products = static_cast<double>(slices * numbers.slice * own * terms) * slower;
  shape.further_elements = static_cast<double>(slices * terms * (numbers.slice + own));
  return shape;
}

TileShape shape_of(const TensorChainNumbers& numbers, const ProductSizes& sizes, const ProductSizes& inner,
                   bool is_left, size_t sums) {
  const int64_t along = is_left ? numbers.tile_m : numbers.tile_n, across = is_left ? numbers.tile_n : numbers.tile_m;
  const auto reading = [&](int64_t other) {
    return k_matrix_clocks * (1 / static_cast<double>(numbers.own) + 1 / static_cast<double>(other));
  };
  const double of_outer = reading(across), of_hidden = reading(numbers.slice / numbers.shares);
  const int64_t slices = pieces(sizes.terms, numbers.slice), parts = pieces(inner.terms, numbers.tile_k);
  const int64_t terms = parts * numbers.tile_k, units = slices * numbers.slice * static_cast<int64_t>(sums);
  const int64_t reads = parts <= numbers.held ? 1 : slices;  // of the inputs
  const int64_t registers = numbers.own * (across + numbers.slice / numbers.shares) / 32 + 80;
  TileShape shape{numbers.tile_m, numbers.tile_n,    numbers.slice, 1, numbers.threads(is_left),
                  registers,      k_tensor_products, of_outer,      8};
  shape.further_products = static_cast<double>(units * along * terms) * (1 + of_hidden) / (1 + of_outer);
  // Beside the weights of the units, inputs; the hidden values are not read.
  shape.further_elements =
      static_cast<double>(terms * (units + reads * along)) - static_cast<double>(slices * numbers.slice * along);
  return shape;
}

TileShape shape_of(const TensorNumbers& numbers, const ProductSizes& sizes) {
  const auto m = static_cast<double>(numbers.warp_m), n = static_cast<double>(numbers.warp_n);
  const int64_t sums = numbers.warp_m * numbers.warp_n / 32;
  const bool turns_left = sizes.bytes == 1 && !sizes.turns_left, turns_right = sizes.bytes == 1 && !sizes.turns_right;
  const double turning = k_turned_byte_clocks * ((turns_left ? 1 / static_cast<double>(numbers.tile_n) : 0) +
                                                 (turns_right ? 1 / static_cast<double>(numbers.tile_m) : 0));
  return {numbers.tile_m,
          numbers.tile_n,
          numbers.line / sizes.bytes,
          numbers.parts,
          numbers.threads(),
          sums + 64,
          sizes.is_split ? k_split_clock_products : k_tensor_products * 2 / static_cast<double>(sizes.bytes),
          k_matrix_clocks * (1 / m + 1 / n) / (sizes.is_split ? k_split_products : 1) + turning,
          4};
}

TileShape shape_of(const WarpgroupNumbers& numbers, const ProductSizes& sizes) {
  return {numbers.tile_m(),
          numbers.tile_n,
          128 / sizes.bytes,
          numbers.parts,
          numbers.threads(),
          numbers.tile_n / 2 + 64,
          sizes.is_split ? k_split_group_products : k_group_products * 2 / static_cast<double>(sizes.bytes),
          k_matrix_clocks / 2 / static_cast<double>(numbers.tile_n),
          4};
}

double predicted_clocks(const ProductSizes& sizes, const TileShape& shape) {
  const int64_t blocks = tiles_of(sizes, shape) * shape.parts, rounds = pieces(blocks, k_processors);
  const int64_t terms = pieces(pieces(sizes.terms, shape.parts), shape.terms) * shape.terms;
  const int64_t warps = std::min(rounds, resident_blocks(shape)) * shape.threads / 32;
  const double busy = std::min(1.0, static_cast<double>(warps) / static_cast<double>(shape.busy_warps));
  const double rate = shape.products * busy / (1 + shape.reading);
  const double products = static_cast<double>(shape.rows * shape.columns * terms) + shape.further_products;
  const double computing = static_cast<double>(rounds) * products / rate;
  const double elements = static_cast<double>(terms * (shape.rows + shape.columns)) + shape.further_elements;
  const double read = static_cast<double>(blocks * sizes.bytes) * elements;
  const auto results = static_cast<double>(sizes.batch * sizes.rows * sizes.columns);
  const double adding = static_cast<double>(shape.parts) * results * 8 / k_memory_bytes_of_clock + k_launch_clocks;
  return std::max(computing, read / k_l2_bytes_of_clock) + k_block_clocks + (shape.parts > 1 ? adding : 0) +
         shape.before;
}

int64_t filling_parts(const ProductSizes& sizes, const TileShape& shape) {
  const int64_t wanted = k_processors * std::min<int64_t>(2, resident_blocks(shape)) / tiles_of(sizes, shape);
  return std::clamp<int64_t>(std::min(wanted, sizes.terms / (8 * shape.terms)), 1, k_most_parts);
}

ProductSizes product_sizes(const Subject& subject, const ContractionPlan& plan, const SubjectCase& at) {
  const CaseSizes known(subject, at);
  const auto size = [&](Expr count) {
    return std::max<int64_t>(1, static_cast<int64_t>(known.size(count, k_usual_length)));
  };
  ProductSizes sizes{1, size(plan.row().count), size(plan.column().count), size(plan.count), 2, false};
  for (const lift::SpaceIndex& index : plan.batch) sizes.batch *= size(index.count);
  return sizes;
}

namespace {

// Copying operands, and multiplying them with the fastest of the tiles by four warps; `products` are those of a
// clock.
double clocks_with_copies(const ProductSizes& sizes, const std::vector<WarpgroupNumbers>& tiles, double products) {
  const int64_t lines = (sizes.copies_left ? sizes.rows : 0) + (sizes.copies_right ? sizes.columns : 0);
  const auto elements = static_cast<double>(sizes.batch * sizes.terms * lines);
  const double copying = 2 * elements * static_cast<double>(sizes.bytes) / k_memory_bytes_of_clock + k_launch_clocks;
  double fastest = std::numeric_limits<double>::infinity();
  for (const WarpgroupNumbers& each : tiles) {
    TileShape shape = shape_of(each, sizes);
    shape.products = products;
    fastest = std::min(fastest, predicted_clocks(sizes, shape));
  }
  return copying + fastest;
}

// Of all multiprocessors, that do so many products of a clock.
double clocks_of_products(const ProductSizes& sizes, double products) {
  const auto all = static_cast<double>(sizes.batch * sizes.rows * sizes.columns * sizes.terms);
  return all / (products * k_processors) + k_block_clocks;
}

}  // namespace

bool is_worth_copying(const ProductSizes& sizes, const std::vector<WarpgroupNumbers>& tiles) {
  return clocks_with_copies(sizes, tiles, k_group_products) < clocks_of_products(sizes, k_apart_products);
}

bool is_worth_rounding(const ProductSizes& sizes, const std::vector<WarpgroupNumbers>& tiles) {
  return clocks_with_copies(sizes, tiles, k_rounded_products) < clocks_of_products(sizes, k_rounding_products);
}

}  // namespace whet::write
