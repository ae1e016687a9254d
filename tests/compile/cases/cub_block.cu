// A block reduction out of CUB's device side.
#include <cub/block/block_reduce.cuh>

__global__ void block_sum(const int* in, int* out) {
  using BlockReduce = cub::BlockReduce<int, 128>;
  __shared__ typename BlockReduce::TempStorage storage;
  const int total = BlockReduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
