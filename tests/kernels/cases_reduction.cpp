#include "kernels/cases.h"
#include "kernels/small_floats.h"

namespace whet::kernels {

namespace {

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

// in, out[1], count
KernelCase total(const std::string& file, const std::string& kernel, size_t n, uint32_t blocks, int per_load = 1) {
  return {.name = kernel + "_" + std::to_string(n),
          .file = file,
          .kernel = kernel,
          .grid = {blocks, 1, 1},
          .block = {256, 1, 1},
          .arguments = {input("in", f32, n, 0, 1), output("out", f32, 1), integer("n", static_cast<int>(n) / per_load)},
          .reference = [](Values& v) { v[1][0] = sum_of(v[0]); },
          .relative = 2e-5,
          .bits_equal_on_gpu = false};
}

KernelCase unrolled(size_t n) {
  KernelCase made = total("reductions.cu", "sum_unrolled", n, blocks_for(n, 512));
  made.dynamic_shared_bytes = 1024;
  return made;
}

KernelCase last_block(size_t n, uint32_t blocks) {
  KernelCase made = total("reductions.cu", "sum_last_block", n, blocks);
  made.arguments.insert(made.arguments.begin() + 1, scratch("partial", f32, blocks));
  made.reference = [](Values& v) { v[2][0] = sum_of(v[0]); };
  return made;
}

KernelCase of_family(KernelCase made) {
  made.family = "reduction";
  return made;
}

// One sum a block, of every gridDim-th piece.
void block_sums(Values& v) {
  const size_t blocks = v[1].size(), threads = 96;
  for (size_t i = 0; i < v[0].size(); ++i) v[1][i / threads % blocks] += v[0][i];
}

KernelCase per_block(const std::string& kernel, Element element, double relative) {
  return {.name = kernel + "_1000",
          .file = corpus("reduce_shuffle.cu"),
          .kernel = kernel,
          .grid = {3, 1, 1},
          .block = {96, 1, 1},
          .arguments = {input("in", element, 1000), output("out", element, 3), integer("n", 1000)},
          .reference = block_sums,
          .absolute = relative * 20,
          .relative = relative};
}

void rotated(Values& v) {
  const auto by = static_cast<size_t>(v[2][0]);
  for (size_t i = 0; i < 32; ++i) v[1][i] = v[0][(i + by) % 32] + v[0][i % 8 ? i - 1 : i];
}

void integer_reductions(Values& v) {
  uint32_t all_and = ~0u, all_or = 0, all_xor = 0, most = 0;
  double sum = 0, low = v[0][0], high = v[0][0];
  for (const double value : v[0]) {
    const auto bits = static_cast<uint32_t>(static_cast<int32_t>(value));
    sum += value, low = std::fmin(low, value), high = std::fmax(high, value);
    all_and &= bits, all_or |= bits, all_xor ^= bits, most = std::max(most, bits);
  }
  const auto word = [](uint32_t bits) { return static_cast<double>(static_cast<int32_t>(bits)); };
  v[1] = {sum, low, high, word(all_and), word(all_or), word(all_xor), word(most)};
}

void extremes(Values& v) {
  const auto cols = static_cast<size_t>(v[4][0]);
  for (size_t row = 0; row < v[1].size(); ++row) {
    const double* first = v[0].data() + row * cols;
    v[1][row] = *std::min_element(first, first + cols);
    v[3][row] = static_cast<double>(std::max_element(first, first + cols) - first);
    v[2][row] = first[static_cast<size_t>(v[3][row])];
  }
}

void segment_sums(Values& v) {
  for (size_t s = 0; s < v[2].size(); ++s) {
    for (auto i = static_cast<size_t>(v[1][s]); i < static_cast<size_t>(v[1][s + 1]); ++i) v[2][s] += v[0][i];
  }
}

std::vector<double> sorted_keys(size_t n, int keys) {
  std::vector<double> values = values_of(i32, random_bytes(i32, n, 5, 0, keys));
  std::sort(values.begin(), values.end());
  return values;
}

Cases quick_ones() {
  const std::string own = "reductions.cu", old = corpus("reduce_atomic.cu");
  constexpr size_t many = 1 << 19;
  return {
      total(own, "sum_atomic_each", 1000, 4),
      total(own, "sum_interleaved", 999, 4),
      total(own, "sum_sequential", 1025, 5),
      total(own, "sum_vectors", 4004, 2, 4),
      unrolled(1300),
      last_block(5000, 7),
      total(old, "sum_atomic", 700, 3),
      of_family(total(own, "sum_atomic_each", many, many / 256)),
      of_family(total(own, "sum_interleaved", many, many / 256)),
      of_family(total(own, "sum_sequential", many, many / 256)),
      of_family(total(own, "sum_vectors", many, 264, 4)),
      of_family(unrolled(many)),
      of_family(last_block(many, 264)),
      of_family(total(old, "sum_atomic", many, many / 256)),
  };
}

}  // namespace

Cases reduction_cases() {
  Cases cases = quick_ones();
  const Cases others = {
      per_block("sum_float", f32, 1e-5),
      per_block("sum_double", f64, 1e-13),
      {.name = "max_of_warp",
       .file = corpus("reduce_shuffle.cu"),
       .kernel = "max_of_warp",
       .grid = {2, 1, 1},
       .block = {64, 1, 1},
       .arguments = {input("in", f32, 128), output("out", f32, 4)},
       .reference =
           each(1, [](const Values& v, size_t i) { return *std::max_element(&v[0][i * 32], &v[0][i * 32] + 32); })},
      {.name = "rotate_by_5",
       .file = corpus("reduce_shuffle.cu"),
       .kernel = "rotate",
       .block = {32, 1, 1},
       .arguments = {input("in", i32, 32, -1e6, 1e6), output("out", i32, 32), integer("by", 5)},
       .reference = rotated},
      {.name = "count_positive_1000",
       .file = corpus("reduce_atomic.cu"),
       .kernel = "count_positive",
       .grid = {8, 1, 1},
       .block = {128, 1, 1},
       .arguments = {input("in", i32, 1000, -100, 100), output("count", i32, 1), integer("n", 1000)},
       .reference =
           [](Values& v) {
             for (const double value : v[0]) v[1][0] += value > 0;
           }},
      {.name = "sum_double_atomic_500",
       .file = corpus("reduce_atomic.cu"),
       .kernel = "sum_double_atomic",
       .grid = {5, 1, 1},
       .block = {100, 1, 1},
       .arguments = {input("in", f64, 500, 0, 1), output("out", f64, 1), integer("n", 500)},
       .reference = [](Values& v) { v[1][0] = sum_of(v[0]); },
       .relative = 1e-12,
       .bits_equal_on_gpu = false},
      {.name = "reduce_integers",
       .file = corpus("reduce_atomic.cu"),
       .kernel = "reduce_integers",
       .block = {32, 1, 1},
       .arguments = {input("in", i32, 32, -1e6, 1e6), output("out", i32, 7)},
       .reference = integer_reductions},
      {.name = "row_extremes_7x133",
       .file = "reductions.cu",
       .kernel = "row_extremes",
       .grid = {7, 1, 1},
       .block = {64, 1, 1},
       .arguments = {input("in", f32, 7 * 133), output("lows", f32, 7), output("highs", f32, 7),
                     output("places", i32, 7), integer("cols", 133)},
       .reference = extremes},
      {.name = "sum_segments",
       .file = "reductions.cu",
       .kernel = "sum_segments",
       .grid = {2, 1, 1},
       .block = {96, 1, 1},
       .arguments = {input("in", i32, 400, -1000, 1000), given("offsets", i32, {0, 3, 3, 100, 333, 400}),
                     output("out", i32, 5), integer("segments", 5)},
       .reference = segment_sums},
      {.name = "sum_by_key_500",
       .file = "reductions.cu",
       .kernel = "sum_by_key",
       .grid = {4, 1, 1},
       .block = {128, 1, 1},
       .arguments = {given("keys", i32, sorted_keys(500, 40)), input("values", i32, 500, -100, 100),
                     output("out", i32, 40), integer("n", 500)},
       .reference =
           [](Values& v) {
             for (size_t i = 0; i < v[0].size(); ++i) v[2][static_cast<size_t>(v[0][i])] += v[1][i];
           }},
  };
  append(cases, others);
  return cases;
}

}  // namespace whet::kernels
