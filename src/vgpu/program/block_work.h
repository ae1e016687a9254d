// How the work of a launch lies on its blocks: what the busiest SM has to do, and how long the longest block takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet::vgpu {

// What one block did.
struct BlockWork {
  uint64_t instructions = 0;  // of all its warps
  uint64_t longest = 0;       // of the warp with most
  uint64_t busiest = 0;       // of the fullest of the SM's four partitions, times four
  uint64_t sectors = 0;       // that left L1
};

// A stretch of neighbouring blocks.
struct WorkRange {
  uint64_t blocks = 0;  // of these that were run
  BlockWork sum, most;  // most: each figure on its own
};

// Works of a grid, in a bounded number of ranges; up to k_most_ranges blocks each has its own.
class GridWork {
 public:
  static constexpr uint64_t k_most_ranges = 4096;

  GridWork() = default;
  explicit GridWork(uint64_t grid_blocks);

  void add(uint64_t block, const BlockWork& work);
  void add(const GridWork& other);
  uint64_t grid_blocks() const { return grid_blocks_; }
  uint64_t blocks_in(size_t range) const;  // of the grid, run or not
  const std::vector<WorkRange>& ranges() const { return ranges_; }

 private:
  uint64_t grid_blocks_ = 0, each_ = 1;
  std::vector<WorkRange> ranges_;
};

}  // namespace whet::vgpu
