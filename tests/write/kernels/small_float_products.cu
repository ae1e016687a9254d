// Naive kernels that read floating-point numbers of 8 bits: products of both formats, and a map.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

// SCHEDULES tensor product
// SIZES m=1,n=1,k=1 | m=37,n=41,k=19 | m=64,n=80,k=96
// TOLERANCE 1e-4
// VARIANTS 3
__global__ void product_of_e4m3(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, float* c, int m, int n, int k,
                                float scale) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += (float)a[i * k + l] * (float)b[l * n + j];
  c[i * n + j] = scale * sum;
}

// Gradients have other numbers than weights, which lie as torch keeps them.
// SIZES m=5,n=3,k=7 | m=67,n=35,k=48
// VARIANTS 2
__global__ void product_of_two_formats(const __nv_fp8_e5m2* a, const __nv_fp8_e4m3* b, __half* c, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += (float)a[i * k + l] * (float)b[j * k + l];
  c[i * n + j] = __float2half(0.001f * sum);
}

// SCHEDULES map
// SIZES rows=1,cols=1 | rows=5,cols=37
__global__ void dequantized(const __nv_fp8_e4m3* x, const float* scales, float* y, int rows, int cols) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < rows * cols) y[e] = (float)x[e] * scales[e / cols];
}
