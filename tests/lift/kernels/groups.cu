// Cooperative groups: tiles of a block, shuffles through them, the grid as a group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// MEANING y[0] += sum(k < n: x[k])
// SAME 2: the address of a struct of which nothing is read
extern "C" __global__ void sum_of_tiles(const float* x, float* y, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * blockDim.x) s += x[i];
  for (int o = tile.size() / 2; o > 0; o /= 2) s += tile.shfl_down(s, o);
  if (tile.thread_rank() == 0) atomicAdd(y, s);
}
// The start of the maximum is stored as bits, since shuffles take it by reference.
// MEANING forall i < rows: y[i] = max(k < n: x[n*i + k])
// SAME 1: the address of a struct of which nothing is read
extern "C" __global__ void largest_of_half_warps(const float* x, float* y, int rows, int n) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
  if (row >= rows) return;
  float m = -INFINITY;
  for (int k = tile.thread_rank(); k < n; k += 16) m = fmaxf(m, x[row * n + k]);
  for (int o = 8; o > 0; o >>= 1) m = fmaxf(m, tile.shfl_xor(m, o));
  if (tile.thread_rank() == 0) y[row] = m;
}
// The tile without the type of its block keeps its number and that of all tiles in the bits of a word.
// MEANING forall i < rows, j < n: y[n*i + j] = x[n*i + j] - max(k < n: x[n*i + k])
// SAME 3: the address of a struct of which nothing is read
extern "C" __global__ void below_largest_of_warp(const float* x, float* y, int rows, int n) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= rows) return;
  float m = -INFINITY;
  for (int k = warp.thread_rank(); k < n; k += warp.size()) m = fmaxf(m, x[row * n + k]);
  m = cg::reduce(warp, m, cg::greater<float>{});
  for (int k = warp.thread_rank(); k < n; k += warp.size()) y[row * n + k] = x[row * n + k] - m;
}
// MEANING forall i < n: y[i] = 2*x[i]
extern "C" __global__ void grid_as_group(const float* x, float* y, long long n) {
  cg::grid_group grid = cg::this_grid();
  for (long long i = grid.thread_rank(); i < n; i += grid.size()) y[i] = 2 * x[i];
}
