// Planted: every thread adds its number to one float in global memory.
// It rules because all additions are done one after the other at one address; the loads are coalesced.
// Mended: a block adds its numbers by shuffles, and one thread per block adds the result.
__global__ void total(const float* in, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);
}
