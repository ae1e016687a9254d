#include <numeric>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

// Inclusive, anew every `length` values.
template <typename In>
std::vector<double> prefix_sums(const In& in, size_t length) {
  std::vector<double> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) out[i] = in[i] + (i % length ? out[i - 1] : 0);
  return out;
}

void block_prefix(Values& v) {
  v[1] = prefix_sums(v[0], 96);
  for (size_t b = 0; b < v[2].size(); ++b) v[2][b] = v[1][std::min(b * 96 + 95, v[1].size() - 1)];
}

void tree_prefix(Values& v) {
  const std::vector<double> sums = prefix_sums(v[0], v[0].size());
  for (size_t i = 0; i < v[0].size(); ++i) v[0][i] = i ? sums[i - 1] : 0;
}

void segment_prefix(Values& v) {
  double sum = 0;
  for (size_t i = 0; i < v[0].size(); ++i) v[2][i] = sum = v[0][i] + (v[1][i] != 0 ? 0 : sum);
}

void add_totals(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[0][i] += std::accumulate(v[1].begin(), v[1].begin() + static_cast<long>(i / 64), 0.0);
  }
}

void compacted(Values& v) {
  for (const double value : v[0]) {
    if (std::fmod(value, 3) == 0) v[1][static_cast<size_t>(v[2][0]++)] = value;
  }
}

void positives(Values& v) {
  for (const double value : v[0]) {
    if (value > 0) v[1][static_cast<size_t>(v[2][0]++)] = value;
  }
}

void runs(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    if (i == 0 || v[0][i] != v[0][i - 1]) v[1][static_cast<size_t>(v[3][0]++)] = v[0][i];
    ++v[2][static_cast<size_t>(v[3][0]) - 1];
  }
}

void tile_sums(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) v[1][i / 8] += v[0][i];
}

void cub_prefix(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[1][i] = v[2][0];
    v[2][0] += v[0][i];
  }
}

KernelCase single_pass(int n) {
  const uint32_t tiles = blocks_for(n, 256);
  return {.name = "scan_single_pass_" + std::to_string(n),
          .file = "scans.cu",
          .kernel = "scan_single_pass",
          .grid = {tiles, 1, 1},
          .block = {256, 1, 1},
          .arguments = {input("in", i32, n, -100, 100), output("out", i32, n), scratch("ticket", i32, 1),
                        scratch("state", i32, tiles), scratch("own", i32, tiles), scratch("whole", i32, tiles),
                        integer("n", n)},
          .reference = [](Values& v) { v[1] = prefix_sums(v[0], v[0].size()); }};
}

Cases own_scans() {
  return {
      {.name = "scan_doubling_3x200",
       .file = "scans.cu",
       .kernel = "scan_doubling",
       .grid = {3, 1, 1},
       .block = {256, 1, 1},
       .arguments = {input("in", i32, 600, -100, 100), output("out", i32, 600), integer("n", 200)},
       .reference = [](Values& v) { v[1] = prefix_sums(v[0], 200); }},
      {.name = "scan_warp_exclusive_100",
       .file = "scans.cu",
       .kernel = "scan_warp_exclusive",
       .grid = {2, 1, 1},
       .block = {64, 1, 1},
       .arguments = {input("in", f64, 100), output("out", f64, 100), integer("n", 100)},
       .reference =
           [](Values& v) {
             const auto sums = prefix_sums(v[0], 32);
             for (size_t i = 0; i < sums.size(); ++i) v[1][i] = i % 32 ? sums[i - 1] : 0;
           },
       .absolute = 1e-13},
      {.name = "scan_segments_117",
       .file = "scans.cu",
       .kernel = "scan_segments",
       .block = {128, 1, 1},
       .arguments = {input("in", i32, 117, -50, 50), input("heads", u8, 117, 0, 1.3), output("out", i32, 117),
                     integer("n", 117)},
       .reference = segment_prefix},
      {.name = "scan_add_totals_300",
       .file = "scans.cu",
       .kernel = "scan_add_totals",
       .grid = {5, 1, 1},
       .block = {64, 1, 1},
       .arguments = {in_out(input("data", i32, 300, -9, 9)), input("totals", i32, 5, -100, 100), integer("n", 300)},
       .reference = add_totals},
      single_pass(1000),
      single_pass(100'000),
      {.name = "compact_ordered_150",
       .file = "scans.cu",
       .kernel = "compact_ordered",
       .block = {160, 1, 1},
       .arguments = {input("in", i32, 150, 0, 1000), output("out", i32, 150), output("count", i32, 1),
                     integer("n", 150)},
       .reference = compacted},
      {.name = "run_lengths_29",
       .file = "scans.cu",
       .kernel = "run_lengths",
       .block = {32, 1, 1},
       .arguments = {input("in", i32, 29, 0, 2), output("values", i32, 32), output("lengths", i32, 32),
                     output("runs", i32, 1), integer("n", 29)},
       .reference = runs},
  };
}

}  // namespace

Cases scan_cases() {
  Cases cases = own_scans();
  const Cases others = {
      {.name = "scan_block_500",
       .file = corpus("scan.cu"),
       .kernel = "scan_block",
       .grid = {6, 1, 1},
       .block = {96, 1, 1},
       .arguments = {input("in", i32, 500, -100, 100), output("out", i32, 500), output("totals", i32, 6),
                     integer("n", 500)},
       .reference = block_prefix},
      {.name = "scan_tree_256",
       .file = corpus("scan.cu"),
       .kernel = "scan_tree",
       .block = {128, 1, 1},
       .dynamic_shared_bytes = 1024,
       .arguments = {in_out(input("data", f32, 256, 0, 1)), integer("n", 256)},
       .reference = tree_prefix,
       .relative = 1e-5},
      {.name = "compact_groups_27",
       .file = corpus("grid_sync.cu"),
       .kernel = "compact",
       .block = {32, 1, 1},
       .arguments = {input("in", i32, 27, -10, 10), output("out", i32, 32), output("count", i32, 1), integer("n", 27)},
       .reference = positives},
      {.name = "tile_sums_128",
       .file = corpus("grid_sync.cu"),
       .kernel = "tile_sums",
       .block = {128, 1, 1},
       .arguments = {input("in", i32, 128, -100, 100), output("out", i32, 16)},
       .reference = tile_sums},
      {.name = "cub_prefix_256",
       .file = corpus("block_primitives.cu"),
       .kernel = "prefix",
       .block = {256, 1, 1},
       .arguments = {input("in", i32, 256, -100, 100), output("out", i32, 256), output("total", i32, 1)},
       .reference = cub_prefix},
  };
  append(cases, others);
  return cases;
}

}  // namespace whet::kernels
