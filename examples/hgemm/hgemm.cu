// C = A B with tensor cores: A row-major, B column-major, both half; C float. One warp per 16 x 16 tile of C;
// operands come directly from global memory. Sizes are multiples of 16.
#include <mma.h>

using namespace nvcuda;

__global__ void hgemm(const half* a, const half* b, float* c, int m, int n, int k) {
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
  const int col = blockIdx.x * 16;
  if (row >= m) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + row * k + i, k);
    wmma::load_matrix_sync(right, b + col * k + i, k);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + row * n + col, sum, n, wmma::mem_row_major);
}
