// Cooperative groups: the grid waits for itself; tiles and coalesced groups reduce.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void relax(float* a, float* b, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  for (int r = 0; r < rounds; ++r) {
    for (unsigned i = grid.thread_rank() + 1; i + 1 < static_cast<unsigned>(n); i += grid.size()) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    grid.sync();
    float* kept = a;
    a = b, b = kept;
  }
}

__global__ void tile_sums(const int* in, int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0) out[threadIdx.x / 8] = sum;
}

__global__ void compact(const int* in, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] <= 0) return;
  const auto active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, active.size());
  out[active.shfl(base, 0) + active.thread_rank()] = in[i];
}
