// Adds the product of every element of a column with every element of a row.
template <typename T, int kRows, int kColumns>
__device__ __forceinline__ void add_products(T (&sums)[kRows][kColumns], const T (&a)[kRows], const T (&b)[kColumns]) {
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
#pragma unroll
    for (int j = 0; j < kColumns; ++j) sums[i][j] += a[i] * b[j];
  }
}
