// Planted: a thread per column of a tall matrix, and the matrix has 1024 columns: eight blocks of 128 threads.
// It rules because all rows are walked over one after the other by 32 warps, on 8 of 132 SMs.
// Mended: the rows are divided among blocks too (grid.y), and the parts' maxima are combined.
template <typename T>
struct Largest {
  T best;
  __device__ void take(T x) { best = x > best ? x : best; }
};

__global__ void column_maxima(const short2* __restrict__ matrix, short2* __restrict__ maxima, int rows, int pairs) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= pairs) return;
  Largest<short> x{-32768}, y{-32768};
#pragma unroll 8
  for (int row = 0; row < rows; ++row) {
    const short2 pair = matrix[static_cast<size_t>(row) * pairs + column];
    x.take(pair.x);
    y.take(pair.y);
  }
  maxima[column] = make_short2(x.best, y.best);
}
