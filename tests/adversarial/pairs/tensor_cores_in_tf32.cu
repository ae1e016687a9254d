// S15: multiplies on tensor cores with ten bits
// problem: product
// expect: invalid
// reason: less precision
#include <mma.h>
#ifdef CHEAT
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  using namespace nvcuda::wmma;
  if (threadIdx.y != 0 || threadIdx.x >= 32) return;
  fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> left;
  fragment<matrix_b, 16, 16, 8, precision::tf32, row_major> right;
  fragment<accumulator, 16, 16, 8, float> sum;
  fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 8) {
    load_matrix_sync(left, a + blockIdx.y * 16 * k + i, k);
    load_matrix_sync(right, b + i * n + blockIdx.x * 16, n);
    mma_sync(sum, left, right, sum);
  }
  store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, mem_row_major);
}
#else
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[16][17], right[16][17];
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int i = 0; i < k; i += 16) {
    left[threadIdx.y][threadIdx.x] = row < m && i + threadIdx.x < k ? a[row * k + i + threadIdx.x] : 0;
    right[threadIdx.y][threadIdx.x] = col < n && i + threadIdx.y < k ? b[(i + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += left[threadIdx.y][j] * right[j][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
#endif
