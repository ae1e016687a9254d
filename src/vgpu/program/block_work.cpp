#include "vgpu/program/block_work.h"

#include <algorithm>

namespace whet::vgpu {

namespace {

constexpr uint64_t BlockWork::* k_figures[] = {&BlockWork::instructions, &BlockWork::longest, &BlockWork::sectors};

void merge(WorkRange& into, const WorkRange& other) {
  into.blocks += other.blocks;
  for (const auto figure : k_figures) {
    into.sum.*figure += other.sum.*figure;
    into.most.*figure = std::max(into.most.*figure, other.most.*figure);
  }
}

}  // namespace

GridWork::GridWork(uint64_t grid_blocks)
    : grid_blocks_(grid_blocks),
      each_((grid_blocks + k_most_ranges - 1) / k_most_ranges),
      ranges_(grid_blocks ? (grid_blocks + each_ - 1) / each_ : 0) {}

void GridWork::add(uint64_t block, const BlockWork& work) {
  if (block < grid_blocks_) merge(ranges_[block / each_], {1, work, work});
}

void GridWork::add(const GridWork& other) {
  for (size_t i = 0; i < ranges_.size() && i < other.ranges_.size(); ++i) merge(ranges_[i], other.ranges_[i]);
}

uint64_t GridWork::blocks_in(size_t range) const {
  return std::min<uint64_t>(each_, grid_blocks_ - range * each_);
}

}  // namespace whet::vgpu
