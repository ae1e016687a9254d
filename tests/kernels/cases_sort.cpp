#include <numeric>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

// A histogram into argument 1 of argument 0, values folded into as many bins.
void counts(Values& v) {
  for (const double value : v[0]) ++v[1][static_cast<size_t>(value) % v[1].size()];
}

KernelCase histogram(const std::string& file, const std::string& kernel, int n, int per_load, size_t bins,
                     uint32_t blocks) {
  return {.name = kernel + "_" + std::to_string(n),
          .family = n == 1 << 18 ? "histogram" : "",
          .file = file,
          .kernel = kernel,
          .grid = {blocks, 1, 1},
          .block = {128, 1, 1},
          .arguments = {input("in", u8, n, 0, 256), output("bins", u32, bins), integer("n", n / per_load)},
          .reference = counts};
}

void float_bins(Values& v) {
  for (const double value : v[0]) {
    const double bin =
        std::floor((static_cast<float>(value) - static_cast<float>(v[2][0])) / static_cast<float>(v[3][0]));
    if (bin >= 0 && bin < v[4][0]) ++v[1][static_cast<size_t>(bin)];
  }
}

void pairs(Values& v) {
  const auto width = static_cast<size_t>(v[2][0]);
  for (size_t i = 0; i + 1 < v[0].size(); ++i) {
    if (i % width + 1 < width) ++v[1][static_cast<size_t>(v[0][i]) % 8 * 8 + static_cast<size_t>(v[0][i + 1]) % 8];
  }
}

void sorted(Values& v) {
  std::sort(v[0].begin(), v[0].end());
}

auto sorted_each(size_t length) {
  return [length](Values& v) {
    for (size_t i = 0; i < v[0].size(); i += length) std::sort(v[0].begin() + long(i), v[0].begin() + long(i + length));
  };
}

// Keys in argument 0, values in 1, equals in their order.
void sorted_pairs(Values& v) {
  std::vector<size_t> order(v[0].size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return v[0][a] < v[0][b]; });
  const Values before = v;
  for (size_t i = 0; i < order.size(); ++i) v[0][i] = before[0][order[i]], v[1][i] = before[1][order[i]];
}

void network_step(Values& v) {
  const auto stride = static_cast<size_t>(v[1][0]), size = static_cast<size_t>(v[2][0]);
  for (size_t i = 0; i < v[0].size(); ++i) {
    const size_t other = i ^ stride;
    if (other > i && (v[0][i] > v[0][other]) == ((i & size) == 0)) std::swap(v[0][i], v[0][other]);
  }
}

std::vector<double> ascending(Element element, size_t n, uint64_t seed, double low, double high) {
  std::vector<double> values = values_of(element, random_bytes(element, n, seed, low, high));
  std::sort(values.begin(), values.end());
  return values;
}

double median(const Values& v, size_t i) {
  const int width = static_cast<int>(v[2][0]), height = static_cast<int>(v[3][0]);
  const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
  std::vector<double> near;
  for (int k = 0; k < 9; ++k) {
    near.push_back(v[0][std::clamp(y + k / 3 - 1, 0, height - 1) * width + std::clamp(x + k % 3 - 1, 0, width - 1)]);
  }
  std::sort(near.begin(), near.end());
  return near[4];
}

void top_eight(Values& v) {
  const auto cols = static_cast<size_t>(v[3][0]);
  for (size_t row = 0; row < v[1].size() / 8; ++row) {
    std::vector<size_t> order(cols);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return v[0][row * cols + a] > v[0][row * cols + b]; });
    for (size_t i = 0; i < 8; ++i) {
      v[1][row * 8 + i] = v[0][row * cols + order[i]], v[2][row * 8 + i] = static_cast<double>(order[i]);
    }
  }
}

Cases histograms() {
  const std::string own = "histograms.cu", old = corpus("histogram.cu");
  Cases cases;
  for (const int n : {1001 * 4, 1 << 18}) {
    const uint32_t blocks = n == 1 << 18 ? 128 : 3;
    cases.push_back(histogram(old, "histogram", n, 1, 256, blocks));
    cases.push_back(histogram(old, "histogram_packed", n, 4, 256, blocks));
    cases.push_back(histogram(own, "histogram_global", n, 1, 256, blocks));
    cases.push_back(histogram(own, "histogram_matched", n, 1, 256, blocks));
  }
  cases.push_back(histogram(own, "histogram_private", 5000, 1, 16, 2));
  cases.push_back(launch(own, "histogram_floats", 4, 100,
                         {input("in", f32, 390, -2, 2), output("bins", u64, 12), real("low", -1.5), real("width", 0.25),
                          integer("count", 12), integer("n", 390)},
                         float_bins));
  cases.push_back(launch(
      own, "co_occurrence", 2, 32,
      {input("in", u8, 45 * 7, 0, 256), output("table", u32, 64), integer("width", 45), integer("height", 7)}, pairs));
  cases.back().grid[1] = 7;
  return cases;
}

}  // namespace

Cases sort_cases() {
  const std::string own = "sorts.cu", old = corpus("bitonic_sort.cu");
  Cases cases = {
      launch(old, "bitonic_block", 2, 1024, {in_out(input("keys", u32, 2048, 0, 0x1p32))}, sorted_each(1024)),
      launch(old, "bitonic_warp", 3, 64, {in_out(input("keys", i32, 192, -1e6, 1e6))}, sorted_each(32)),
      launch(own, "odd_even", 1, 64, {in_out(input("data", i32, 119, -99, 99)), integer("n", 119)}, sorted),
      launch(own, "bitonic_step", 4, 64, {in_out(input("data", f32, 256)), integer("stride", 8), integer("size", 32)},
             network_step),
      launch(own, "rank_sort", 2, 100, {input("in", f32, 177), output("out", f32, 177), integer("n", 177)},
             [](Values& v) { v[1] = v[0], std::sort(v[1].begin(), v[1].end()); }),
      launch(own, "radix_block", 1, 128,
             {in_out(input("keys", u8, 128, 0, 256)), in_out(input("values", i32, 128, 0, 1e6))}, sorted_pairs),
      launch(own, "merge_runs", 3, 96,
             {given("a", i32, ascending(i32, 130, 1, 0, 90)), given("b", i32, ascending(i32, 101, 2, 20, 120)),
              output("out", i32, 231), integer("na", 130), integer("nb", 101)},
             [](Values& v) { std::merge(v[0].begin(), v[0].end(), v[1].begin(), v[1].end(), v[2].begin()); }),
      launch(
          own, "lower_bounds", 2, 64,
          {given("table", f64, ascending(f64, 77, 3, -1, 1)), input("queries", f64, 100, -1.2, 1.2),
           output("out", i32, 100), integer("n", 77), integer("count", 100)},
          each(2, [](const Values& v,
                     size_t i) { return double(std::lower_bound(v[0].begin(), v[0].end(), v[1][i]) - v[0].begin()); })),
      launch(own, "median_3x3", 2, 16,
             {input("in", f32, 29 * 13), output("out", f32, 29 * 13), integer("width", 29), integer("height", 13)},
             each(1, median)),
      launch(corpus("top_k.cu"), "top_k", 5, 32,
             {input("in", f32, 5 * 203), output("values", f32, 40), output("places", i32, 40), integer("cols", 203)},
             top_eight),
      launch(corpus("block_primitives.cu"), "sort_pairs", 1, 128,
             {in_out(input("keys", u32, 512, 0, 0x1p32)), in_out(input("values", i32, 512, 0, 1e6))}, sorted_pairs),
  };
  for (KernelCase& kernel_case : cases) {
    if (kernel_case.name == "odd_even") kernel_case.dynamic_shared_bytes = 119 * 4;
    if (kernel_case.name == "median_3x3") kernel_case.grid[1] = 4, kernel_case.block[1] = 4;
  }
  append(cases, histograms());
  return cases;
}

}  // namespace whet::kernels
