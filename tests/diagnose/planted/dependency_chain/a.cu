// Planted: a polynomial of high degree by Horner's rule, each multiply-add waiting for the one before, with four warps
// on each SM.
// It rules because a scheduler has one warp and that warp is ready once in four cycles; memory is touched twice.
// Mended: eight polynomials in x^8, interleaved and joined at the end.
#define THREADS 128

__global__ void horner(const float* x, float* y, int terms) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  float t = x[i];
  float sum = 1.0f;
#pragma unroll 16
  for (int k = 0; k < terms; ++k) sum = sum * t + 0.5f;
  y[i] = sum;
}
