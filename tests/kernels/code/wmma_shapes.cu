// The wmma interface in its other shapes and types, and arithmetic on fragments.
#include <mma.h>

using namespace nvcuda;

// D = relu(alpha A B + C), element by element on the fragments.
__global__ void wmma_epilogue(const half* a, const half* b, const float* c, float* d, int n, int k, float alpha) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, bias;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.y * 16 * k + i, k);
    wmma::load_matrix_sync(right, b + i * n + blockIdx.x * 16, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::load_matrix_sync(bias, c + blockIdx.y * 16 * n + blockIdx.x * 16, n, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = fmaxf(alpha * sum.x[i] + bias.x[i], 0.0f);
  wmma::store_matrix_sync(d + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

template <int m, int n, int k, typename T, typename Sum>
__device__ void multiply(const T* a, const T* b, Sum* c, int depth) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  wmma::fill_fragment(sum, Sum(0));
  for (int i = 0; i < depth; i += k) {
    wmma::load_matrix_sync(left, a + i, depth);
    wmma::load_matrix_sync(right, b + i, depth);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c, sum, n, wmma::mem_row_major);
}

__global__ void wmma_tall(const half* a, const half* b, float* c, int k) { multiply<32, 8, 16>(a, b, c, k); }
__global__ void wmma_wide(const half* a, const half* b, float* c, int k) { multiply<8, 32, 16>(a, b, c, k); }
__global__ void wmma_bf16(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int k) { multiply<16, 16, 16>(a, b, c, k); }
__global__ void wmma_u8(const unsigned char* a, const unsigned char* b, int* c, int k) { multiply<32, 8, 16>(a, b, c, k); }
__global__ void wmma_f64(const double* a, const double* b, double* c, int k) { multiply<8, 8, 4>(a, b, c, k); }

__global__ void wmma_tf32(const float* a, const float* b, float* c, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 8) {
    wmma::load_matrix_sync(left, a + i, k);
    wmma::load_matrix_sync(right, b + i, k);
    for (int j = 0; j < left.num_elements; ++j) left.x[j] = wmma::__float_to_tf32(left.x[j]);
    for (int j = 0; j < right.num_elements; ++j) right.x[j] = wmma::__float_to_tf32(right.x[j]);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_col_major);
}
