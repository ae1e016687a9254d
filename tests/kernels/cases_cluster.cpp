#include <algorithm>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

KernelCase of_cluster(const std::string& kernel, uint32_t blocks, std::vector<Argument> arguments,
                      Reference reference) {
  KernelCase made = launch("clusters.cu", kernel, blocks, 64, std::move(arguments), std::move(reference));
  made.min_sm = 90;
  return made;
}

// Blocks stand in a grid of 4 x 4, four clusters of 2 x 2.
double rotated(const Values& v, size_t i) {
  const size_t block = i / 64, x = block % 4, y = block / 4, rank = y % 2 * 2 + x % 2;
  const size_t from = (rank + static_cast<size_t>(v[2][0])) % 4;
  const size_t source = (y / 2 * 2 + from / 2) * 4 + x / 2 * 2 + from % 2;
  return v[0][source * 64 + 63 - i % 64];
}

void spread_bins(Values& v) {
  for (const double value : v[0]) v[1][static_cast<size_t>(value) % 128] += 1;
}

double passed_on(const Values& v, size_t i) {
  const size_t block = i / 64, left = block / 4 * 4 + (block + 3) % 4;
  return 2 * v[0][left * 64 + i % 64] + v[0][63 - i % 64];
}

void relay(Values& v) {
  std::vector<double> value = v[0];
  for (int hop = 0; hop < 3; ++hop) {
    const std::vector<double> before = value;
    for (size_t i = 0; i < value.size(); ++i) {
      const size_t block = i / 64, left = block / 4 * 4 + (block + 3) % 4;
      const double other = before[left * 64 + i % 64];
      value[i] = before[i] > other ? before[i] : other - 1;
    }
  }
  v[1] = value;
}

}  // namespace

Cases cluster_cases() {
  KernelCase square =
      of_cluster("rotate_blocks", 4,
                 {input("in", i32, 1024, -1000, 1000), output("out", i32, 1024), integer("step", 3)}, each(1, rotated));
  square.grid[1] = 4;
  return {
      square,
      of_cluster("spread_bins", 16, {input("in", u32, 5000, 0, 1e6), output("bins", u32, 128), integer("n", 5000)},
                 spread_bins),
      of_cluster("pass_on", 8, {input("in", i32, 512, -1000, 1000), output("out", i32, 512)}, each(1, passed_on)),
      of_cluster("relay_blocks", 8, {input("in", i32, 512, -1000, 1000), output("out", i32, 512)}, relay),
  };
}

}  // namespace whet::kernels
