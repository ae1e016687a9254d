// Cooperative groups: a grid that waits for itself, tiles, and groups that form as they run.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// A sum in three phases with the whole grid waiting between them.
__global__ void grid_sum(const float* in, float* partial, float* out, int n) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  __shared__ float sums[32];
  float sum = 0.0f;
  for (unsigned i = grid.thread_rank(); i < static_cast<unsigned>(n); i += grid.size()) sum += in[i];
  const auto warp = cg::tiled_partition<32>(block);
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) {
    sum = 0.0f;
    for (unsigned w = 0; w < warp.meta_group_size(); ++w) sum += sums[w];
    partial[blockIdx.x] = sum;
  }
  grid.sync();
  if (grid.thread_rank() == 0) {
    sum = 0.0f;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
    out[0] = sum;
  }
  grid.sync();
  if (threadIdx.x == 0) partial[blockIdx.x] /= out[0];
}

__global__ void tile_scans(const int* in, int* inclusive, int* exclusive) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  inclusive[threadIdx.x] = cg::inclusive_scan(tile, value, cg::plus<int>());
  exclusive[threadIdx.x] = cg::exclusive_scan(tile, value, cg::plus<int>());
}

__global__ void tile_votes(const int* in, int* out) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  const int high = cg::reduce(tile, value, cg::greater<int>());
  out[threadIdx.x] = tile.any(value > 90) + 2 * tile.all(value > 20) + 4 * static_cast<int>(tile.ballot(value & 1)) +
                     100 * tile.shfl(value, 2) + 100000 * (high - value);
}

// Lanes of equal parity form a group of their own.
__global__ void labelled_groups(const int* in, int* out) {
  const auto warp = cg::coalesced_threads();
  const auto mine = cg::labeled_partition(warp, in[threadIdx.x] & 3);
  const int sum = cg::reduce(mine, in[threadIdx.x], cg::plus<int>());
  out[threadIdx.x] = sum * 64 + static_cast<int>(mine.size());
}
