// How the work of a launch is distributed over its blocks: how much each does, and how long its longest warp takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet::vgpu {

// What one block did.
struct BlockWork {
  uint64_t instructions = 0;  // of all its warps
  uint64_t longest = 0;       // of its longest warp
  uint64_t sectors = 0;       // sent beyond L1
  bool operator==(const BlockWork&) const = default;
};

// A range of neighbouring blocks.
struct WorkRange {
  uint64_t blocks = 0;  // how many of them were run
  BlockWork sum, most;  // most: the maximum of each figure separately
  bool operator==(const WorkRange&) const = default;
};

// The work of a grid in a bounded number of ranges. In a grid of at most k_most_ranges blocks, each block has its own.
class GridWork {
 public:
  static constexpr uint64_t k_most_ranges = 4096;

  GridWork() = default;
  explicit GridWork(uint64_t grid_blocks);

  void add(uint64_t block, const BlockWork& work);
  void add(const GridWork& other);
  uint64_t grid_blocks() const { return grid_blocks_; }
  uint64_t blocks_in(size_t range) const;  // in the grid, run or not
  const std::vector<WorkRange>& ranges() const { return ranges_; }
  bool operator==(const GridWork&) const = default;

 private:
  uint64_t grid_blocks_ = 0, each_ = 1;
  std::vector<WorkRange> ranges_;
};

}  // namespace whet::vgpu
