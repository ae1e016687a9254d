// Cooperative groups: tiles, a reduction, and a coalesced group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void sum(const float* in, float* out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
  value = cg::reduce(tile, value, cg::plus<float>());
  if (tile.thread_rank() == 0) atomicAdd(out, value);
}
