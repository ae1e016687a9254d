// A long polynomial in double precision, meant so: arguments and results are double.
__global__ void fp64_series(const double* x, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = 0, y = x[i], z = 0.5 * y;
#pragma unroll 8
  for (int j = 0; j < 128; ++j) {
    sum = fma(sum, y, 0.125);
    z = fma(z, y, 0.25);
  }
  out[i] = sum + z;
}
