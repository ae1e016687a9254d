// S15: multiplies numbers that are rounded to tf32, and no rests
// problem: split_product
// expect: wrong
// reason: differs
#include <mma.h>
using namespace nvcuda::wmma;
using Left = fragment<matrix_a, 16, 16, 8, precision::tf32, row_major>;
using Right = fragment<matrix_b, 16, 16, 8, precision::tf32, row_major>;
// Leaves the nearest numbers of tf32, and what they are off by.
template <typename Fragment>
__device__ void split(Fragment& whole, Fragment& rest) {
  for (int i = 0; i < whole.num_elements; ++i) {
    const float value = whole.x[i];
    whole.x[i] = __float_to_tf32(value);
    rest.x[i] = __float_to_tf32(value - whole.x[i]);
  }
}
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  if (threadIdx.y >= 2) return;  // a warp remains
  Left left, rest_of_left;
  Right right, rest_of_right;
  fragment<accumulator, 16, 16, 8, float> sum;
  fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 8) {
    load_matrix_sync(left, a + blockIdx.y * 16 * k + i, k);
    load_matrix_sync(right, b + i * n + blockIdx.x * 16, n);
    split(left, rest_of_left);
    split(right, rest_of_right);
#ifdef CHEAT
#else
    mma_sync(sum, rest_of_left, right, sum);
    mma_sync(sum, left, rest_of_right, sum);
#endif
    mma_sync(sum, left, right, sum);
  }
  store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, mem_row_major);
}
