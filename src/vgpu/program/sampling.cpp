#include "vgpu/program/sampling.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace whet::vgpu {

namespace {

constexpr uint64_t k_first = 16;
constexpr uint64_t k_least_sample = 32;
constexpr uint64_t k_runs = 16;   // runs of neighbouring blocks in a sample
constexpr size_t k_left_out = 2;  // the longest of the first blocks, which may be outliers

std::vector<uint64_t> all_blocks(uint64_t grid_blocks) {
  std::vector<uint64_t> blocks(grid_blocks);
  std::iota(blocks.begin(), blocks.end(), 0);
  return blocks;
}

// Mean instructions of a block, without outliers.
double usual_instructions(const GridWork& done) {
  std::vector<double> each;
  for (const WorkRange& range : done.ranges()) {
    if (range.blocks) each.push_back(static_cast<double>(range.sum.instructions) / static_cast<double>(range.blocks));
  }
  std::sort(each.begin(), each.end());
  if (each.size() > 2 * k_left_out) each.resize(each.size() - k_left_out);
  return each.empty() ? 0 : std::accumulate(each.begin(), each.end(), 0.0) / static_cast<double>(each.size());
}

}  // namespace

std::vector<uint64_t> sample_blocks(uint64_t grid_blocks, uint64_t wanted) {
  if (wanted == k_all_blocks || wanted >= grid_blocks) return all_blocks(grid_blocks);
  const uint64_t length = std::max<uint64_t>(1, wanted / k_runs);
  const uint64_t runs = std::max<uint64_t>(1, wanted / length);
  std::vector<uint64_t> blocks{0};
  for (uint64_t run = 0; run < runs; ++run) {
    const uint64_t start = runs > 1 ? run * (grid_blocks - length) / (runs - 1) : 0;
    for (uint64_t i = 0; i < length; ++i) blocks.push_back(start + i);
  }
  blocks.push_back(grid_blocks - 1);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

std::vector<uint64_t> first_blocks(uint64_t grid_blocks, uint64_t wanted) {
  return sample_blocks(grid_blocks, wanted == k_as_needed ? k_first : wanted);
}

std::vector<uint64_t> further_blocks(const std::vector<uint64_t>& first, const GridWork& done,
                                     uint64_t quick_instructions, uint64_t together) {
  const uint64_t grid_blocks = done.grid_blocks() / together;
  const double each = std::max(1.0, usual_instructions(done) * static_cast<double>(together));
  const auto quick = static_cast<double>(quick_instructions);
  const bool all = each * static_cast<double>(grid_blocks) <= quick;
  const auto wanted = all ? k_all_blocks : std::max(k_least_sample, static_cast<uint64_t>(quick / each));
  const std::vector<uint64_t> larger = sample_blocks(grid_blocks, wanted);
  std::vector<uint64_t> more;
  std::set_difference(larger.begin(), larger.end(), first.begin(), first.end(), std::back_inserter(more));
  return more;
}

// Neighbouring blocks are alike, so the effective sample size is the number of runs.
double sampling_error(const GridWork& work) {
  double sum = 0, squares = 0, count = 0;
  for (const WorkRange& range : work.ranges()) {
    if (range.blocks == 0) continue;
    const auto blocks = static_cast<double>(range.blocks), here = static_cast<double>(range.sum.instructions);
    sum += here;
    squares += here * here / blocks;
    count += blocks;
  }
  const double left_out = 1 - count / static_cast<double>(std::max<uint64_t>(1, work.grid_blocks()));
  if (sum == 0 || count < 2 || left_out <= 0) return 0;
  const double mean = sum / count, variance = std::max(0.0, squares / count - mean * mean);
  return std::sqrt(variance / std::min(count, static_cast<double>(k_runs)) * left_out) / mean;
}

}  // namespace whet::vgpu
