#include <cuda_runtime.h>
#define UNARY(NAME, EXPR) \
  __global__ void NAME##_kernel(const float* in, float* out, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) { float v = in[i]; out[i] = EXPR; } \
  }
UNARY(square, v * v)
UNARY(cube, v * v * v)
int main() {
  int n = 1 << 18;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float));
  cube_kernel<<<(n + 255) / 256, 256>>>(a, b, n);
}
