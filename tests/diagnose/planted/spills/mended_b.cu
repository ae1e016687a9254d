// The kernel of b.cu under launch bounds that leave its matrix in registers.
template <int Size>
struct Matrix {
  double at[Size][Size];
  __device__ static Matrix scaled(double x) {
    Matrix m;
#pragma unroll
    for (int r = 0; r < Size; ++r)
#pragma unroll
      for (int c = 0; c < Size; ++c) m.at[r][c] = (r == c ? 1.0 : 0.01) * x;
    return m;
  }
  // Adds the outer product of a vector that grows by x from element to element.
  __device__ void update(double x) {
#pragma unroll
    for (int r = 0; r < Size; ++r)
#pragma unroll
      for (int c = 0; c < Size; ++c) at[r][c] = at[r][c] * 0.97 + (x + r) * (x - c);
  }
  __device__ double trace() const {
    double sum = 0;
#pragma unroll
    for (int r = 0; r < Size; ++r)
#pragma unroll
      for (int c = 0; c < Size; ++c) sum = sum * 0.5 + at[r][c];
    return sum;
  }
};

__global__ void __launch_bounds__(256, 2)
    covariances(const double* __restrict__ samples, double* __restrict__ traces, int series, int length) {
  for (int s = blockIdx.x * blockDim.x + threadIdx.x; s < series; s += gridDim.x * blockDim.x) {
    auto matrix = Matrix<6>::scaled(samples[s]);
#pragma unroll 1
    for (int t = 1; t < length; ++t) matrix.update(samples[t * series + s]);
    traces[s] = matrix.trace();
  }
}
