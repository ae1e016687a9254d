#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#include <cuda_bf16.h>
typedef __nv_bfloat16 bf16;
__global__ void residual(const bf16* x, const bf16* r, bf16* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(__bfloat162float(x[i]) + __bfloat162float(r[i]));
}
int main() {
  int n = 5000;
  bf16 *x, *r, *y;
  cudaMalloc(&x, n * sizeof(bf16));
  cudaMalloc(&r, n * sizeof(bf16));
  cudaMalloc(&y, n * sizeof(bf16));
  residual<<<(n + 255) / 256, 256>>>(x, r, y, n);
}
