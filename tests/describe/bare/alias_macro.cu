#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

using scalar = double;
#define REAL scalar
__global__ void square(const REAL* in, REAL* out, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
int main() {
  long long n = 30000;
  REAL *in, *out;
  cudaMalloc(&in, n * sizeof(REAL));
  cudaMalloc(&out, n * sizeof(REAL));
  square<<<(int)((n + 255) / 256), 256>>>(in, out, n);
}
