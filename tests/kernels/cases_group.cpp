#include "kernels/cases.h"

namespace whet::kernels {

namespace {

void grid_sum(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) v[1][i / 96 % v[1].size()] += v[0][i];
  for (const double part : v[1]) v[2][0] += part;
  for (double& part : v[1]) part /= v[2][0];
}

void tile_scans(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[2][i] = i % 16 ? v[1][i - 1] : 0;
    v[1][i] = v[2][i] + v[0][i];
  }
}

double tile_votes(const Values& v, size_t i) {
  const double* tile = &v[0][i / 4 * 4];
  int any = 0, all = 1, odd = 0;
  double high = tile[0];
  for (int j = 0; j < 4; ++j) {
    any |= tile[j] > 90, all &= tile[j] > 20;
    odd |= (static_cast<int>(tile[j]) & 1) << j;
    high = std::fmax(high, tile[j]);
  }
  return any + 2 * all + 4 * odd + 100 * tile[2] + 100000 * (high - v[0][i]);
}

double labelled(const Values& v, size_t i) {
  double sum = 0, size = 0;
  for (const double other : v[0]) {
    const bool same = static_cast<int>(other) % 4 == static_cast<int>(v[0][i]) % 4;
    sum += same ? other : 0, size += same;
  }
  return sum * 64 + size;
}

// Each round every inner value becomes the mean of its neighbours, from a to b and back.
void relax(Values& v) {
  for (int round = 0; round < static_cast<int>(v[3][0]); ++round) {
    std::vector<double>&from = v[round % 2], &to = v[1 - round % 2];
    for (size_t i = 1; i + 1 < from.size(); ++i)
      to[i] = 0.5f * (static_cast<float>(from[i - 1]) + static_cast<float>(from[i + 1]));
  }
}

}  // namespace

Cases group_cases() {
  return {
      {.name = "grid_sum_2000",
       .file = "groups.cu",
       .kernel = "grid_sum",
       .grid = {5, 1, 1},
       .block = {96, 1, 1},
       .cooperative = true,
       .arguments = {input("in", f32, 2000, 0, 1), output("partial", f32, 5), output("out", f32, 1),
                     integer("n", 2000)},
       .reference = grid_sum,
       .relative = 1e-5,
       .bits_equal_on_gpu = false},
      {.name = "tile_scans",
       .file = "groups.cu",
       .kernel = "tile_scans",
       .block = {64, 1, 1},
       .arguments = {input("in", i32, 64, -99, 99), output("inclusive", i32, 64), output("exclusive", i32, 64)},
       .reference = tile_scans},
      {.name = "tile_votes",
       .file = "groups.cu",
       .kernel = "tile_votes",
       .block = {64, 1, 1},
       .arguments = {input("in", i32, 64, 0, 99), output("out", i32, 64)},
       .reference = each(1, tile_votes)},
      {.name = "labelled_groups",
       .file = "groups.cu",
       .kernel = "labelled_groups",
       .block = {32, 1, 1},
       .arguments = {input("in", i32, 32, 0, 500), output("out", i32, 32)},
       .reference = each(1, labelled)},
      {.name = "relax_100",
       .file = corpus("grid_sync.cu"),
       .kernel = "relax",
       .grid = {3, 1, 1},
       .block = {24, 1, 1},
       .cooperative = true,
       .arguments = {in_out(input("a", f32, 100)), in_out(input("b", f32, 100)), integer("n", 100),
                     integer("rounds", 7)},
       .reference = relax},
  };
}

}  // namespace whet::kernels
