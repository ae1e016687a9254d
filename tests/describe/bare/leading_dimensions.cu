#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void sgemm(int m, int n, int k, float alpha, const float* a, int lda, const float* b, int ldb, float beta,
                      float* c, int ldc) {
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  if (i >= m || j >= n) return;
  float s = 0;
  for (int p = 0; p < k; ++p) s += a[i * lda + p] * b[p * ldb + j];
  c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
}
int main() {
  int M = 128, N = 96, K = 64;
  float *A, *B, *C;
  cudaMalloc(&A, M * K * sizeof(float));
  cudaMalloc(&B, K * N * sizeof(float));
  cudaMalloc(&C, M * N * sizeof(float));
  sgemm<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(M, N, K, 1.0f, A, K, B, N, 0.5f, C, N);
}
