// The kernel of a.cu with eight chains per thread: polynomials in x^8 that are joined at the end.
#define THREADS 128
#define CHAINS 8

__global__ void horner(const float* x, float* y, int terms) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  float t = x[i];
  float t8 = t * t;
  t8 = t8 * t8;
  t8 = t8 * t8;
  float sum[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sum[c] = c == 0 ? 1.0f : 0.0f;
#pragma unroll 2
  for (int k = 0; k < terms; k += CHAINS) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) sum[c] = sum[c] * t8 + 0.5f;
  }
  float all = 0.0f;
#pragma unroll
  for (int c = CHAINS - 1; c >= 0; --c) all = all * t + sum[c];
  y[i] = all;
}
