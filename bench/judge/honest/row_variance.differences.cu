// from all pairs of values
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  double sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    for (int j = 0; j < i; ++j) {
      const double off = static_cast<double>(row[i]) - row[j];
      sum += off * off;
    }
  }
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[blockIdx.x] = static_cast<float>(sum / cols / cols);
}
