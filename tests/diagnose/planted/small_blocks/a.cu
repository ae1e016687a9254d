// Planted: blocks of 32 threads: an SM has 32 slots for blocks, so half of its warps stay empty, and blocks are many.
// It rules because starting blocks and waiting with few warps takes longer than moving the data, which is coalesced.
// Mended: blocks of 256 threads.
__global__ void axpy(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
