// Planted: launch bounds for two blocks of 1024 threads leave 32 registers, but the loop keeps 64 sums alive.
// It rules because each pass of the loop stores and loads sums in local memory around a few multiply-adds.
// Mended: no second launch bound (or smaller blocks), so that all sums stay in registers.
#define SUMS 64

__global__ void __launch_bounds__(1024, 2) moments(const float* in, float* out, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum[SUMS];
#pragma unroll
  for (int k = 0; k < SUMS; ++k) sum[k] = 0.0f;
  for (int j = 0; j < length; ++j) {
    float x = in[j * n + i];
#pragma unroll
    for (int k = 0; k < SUMS; ++k) sum[k] = sum[k] * 0.5f + x;
  }
  float all = 0;
#pragma unroll
  for (int k = 0; k < SUMS; ++k) all = all * 0.9f + sum[k];
  out[i] = all;
}
