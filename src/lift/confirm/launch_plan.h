// How a kernel is launched to confirm its meaning: the meaning says how many elements there are, the PTX which indices
// of threads and blocks the kernel uses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lift/meaning/meaning.h"
#include "ptx/module.h"
#include "vgpu/program/fault.h"

namespace whet::lift {

// A launch that is known: from a problem, or from the source's own launch.
struct KnownLaunch {
  std::optional<vgpu::Dim3> block;
  uint64_t dynamic_shared_bytes = 0;
};

// A shape of blocks, and what the grid covers with them.
struct LaunchPlan {
  vgpu::Dim3 block;
  enum class Cover : uint8_t {
    longest,  // each axis covers the longest range, of rows*cols the longer one where there are several axes
    pairs,    // each axis covers the longest range made of two others
    whole,    // each axis covers the longest range, rows*cols included
    product,  // x covers all elements
    warps,    // a warp for each element
    blocks,   // a block for each element
    counted,  // axes along which blocks alone are counted cover all elements, the others the longest range
    indices,  // each axis along which threads are not counted through has a block for each index of the longest range
    updates,  // each axis covers the longest range, those of reductions included: threads update an element together
  } cover = Cover::longest;
};

class LaunchPlanner {
 public:
  LaunchPlanner(const Arena& arena, const Meaning& meaning, const ptx::Module& module, const ptx::Function& kernel);

  // Whether blocks are counted along several axes.
  bool has_several_axes() const { return uses_block_[0] + uses_block_[1] + uses_block_[2] > 1; }

  // The likeliest first. Where nothing says how many threads a block has, threads that share memory are several warps:
  // in one, barriers do nothing.
  std::vector<LaunchPlan> plans(const KnownLaunch& known) const;

  // `longest` range and `product` of the ranges of the statement with most elements; `round` varies grids that the
  // meaning leaves open; from k_size_sets on they are small.
  vgpu::Dim3 grid(const LaunchPlan& plan, int64_t longest, int64_t product, int round) const;

 private:
  std::vector<vgpu::Dim3> blocks() const;
  // Whether the kernel uses the number of the block along the axis, and not that of a thread.
  bool counts_blocks(int axis) const { return uses_block_[axis] && !uses_thread_[axis] && !strides_[axis]; }
  uint32_t extent(const LaunchPlan& plan, int axis, int64_t longest, int64_t product, int round) const;

  const ptx::Function& kernel_;
  void note_products(const ptx::Function& function);

  bool uses_thread_[3] = {}, uses_block_[3] = {};
  bool counts_threads_[3] = {};       // blockIdx*blockDim: threads are counted through, not blocks
  bool strides_[3] = {};              // gridDim*blockDim: the kernel strides, so that any grid does
  bool shares_ = false;               // threads of a block work together in shared memory
  bool exchanges_ = false;            // threads of a warp do
  bool updates_ = false;              // elements are combined with reductions, which several threads may share
  bool has_open_grid_[3] = {};        // the number of blocks is part of the meaning
  std::optional<uint32_t> fixed_[3];  // threads that the meaning assumes
};

// "grid 4x2, blocks of 16x8 threads"
std::string launch_text(const vgpu::Dim3& grid, const vgpu::Dim3& block);

}  // namespace whet::lift
