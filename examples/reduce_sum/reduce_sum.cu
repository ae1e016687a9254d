// Sum of an array by a tree in shared memory, one element per thread; launched again over the sums of the blocks.
#define BLOCK 256

__global__ void block_sums(const float* in, float* out, int n) {
  __shared__ float partial[BLOCK];
  float sum = 0.0f;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) sum += in[i];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0) partial[threadIdx.x] += partial[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}
