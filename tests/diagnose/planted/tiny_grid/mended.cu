// The kernel of a.cu, launched with eight blocks for each of 132 SMs.
#define BLOCK 256

__global__ void sums(const float* in, float* out, int n) {
  int thread = blockIdx.x * BLOCK + threadIdx.x;
  int threads = gridDim.x * BLOCK;
  float sum = 0;
  for (int i = thread; i < n; i += threads) sum += in[i];
  out[thread] = sum;
}
