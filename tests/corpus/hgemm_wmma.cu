// Half-precision product through the wmma interface, with float and half accumulators.
#include <mma.h>

using namespace nvcuda;

template <typename Accumulator>
__device__ void multiply(const half* a, const half* b, Accumulator* c, int n, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, Accumulator> sum;
  wmma::fill_fragment(sum, Accumulator(0.0f));
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.y * 16 * k + i, k);
    wmma::load_matrix_sync(right, b + blockIdx.x * 16 * k + i, k);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

__global__ void hgemm_wmma_f32(const half* a, const half* b, float* c, int n, int k) { multiply(a, b, c, n, k); }
__global__ void hgemm_wmma_f16(const half* a, const half* b, half* c, int n, int k) { multiply(a, b, c, n, k); }

__global__ void igemm_wmma(const signed char* a, const signed char* b, int* c, int n, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + i, k);
    wmma::load_matrix_sync(right, b + i, k);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c, sum, n, wmma::mem_row_major);
}
