// The kernel of a.cu with one atomic addition per block.
#define BLOCK 256

__global__ void total(const float* in, float* sum, int n) {
  __shared__ float part[BLOCK / 32];
  int t = threadIdx.x;
  float x = 0;
  for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK) x += in[i];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
  if (t % 32 == 0) part[t / 32] = x;
  __syncthreads();
  if (t == 0) {
    for (int w = 1; w < BLOCK / 32; ++w) x += part[w];
    atomicAdd(sum, x);
  }
}
