// Planted: four blocks walk over the whole array, so 128 of 132 SMs have nothing to do.
// It rules because four SMs can fetch only a small part of what DRAM gives; each access is coalesced.
// Mended: a few blocks for every SM, whose results are added at the end.
#define BLOCK 256

__global__ void sums(const float* in, float* out, int n) {
  int thread = blockIdx.x * BLOCK + threadIdx.x;
  int threads = gridDim.x * BLOCK;
  float sum = 0;
  for (int i = thread; i < n; i += threads) sum += in[i];
  out[thread] = sum;
}
