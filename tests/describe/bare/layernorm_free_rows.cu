#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void layernorm(const float* x, const float* gamma, const float* beta, float* y, int d, float eps) {
  __shared__ float s[256], q[256];
  const float* row = x + blockIdx.x * d;
  float sum = 0, sq = 0;
  for (int i = threadIdx.x; i < d; i += 256) { sum += row[i]; sq += row[i] * row[i]; }
  s[threadIdx.x] = sum;
  q[threadIdx.x] = sq;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (threadIdx.x < k) { s[threadIdx.x] += s[threadIdx.x + k]; q[threadIdx.x] += q[threadIdx.x + k]; }
    __syncthreads();
  }
  float mean = s[0] / d, inv = rsqrtf(q[0] / d - mean * mean + eps);
  for (int i = threadIdx.x; i < d; i += 256) y[blockIdx.x * d + i] = (row[i] - mean) * inv * gamma[i] + beta[i];
}
int main() {
  int batch = 200, d = 300;
  float *x, *g, *b, *y;
  cudaMalloc(&x, batch * d * sizeof(float));
  cudaMalloc(&g, d * sizeof(float));
  cudaMalloc(&b, d * sizeof(float));
  cudaMalloc(&y, batch * d * sizeof(float));
  layernorm<<<batch, 256>>>(x, g, b, y, d, 1e-5f);
}
