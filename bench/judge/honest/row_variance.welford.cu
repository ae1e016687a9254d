// Welford, merged over a warp
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0, count = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    const float off = row[i] - mean;
    mean += off / ++count;
    squares += off * (row[i] - mean);
  }
  for (int s = 16; s; s /= 2) {
    const float n = __shfl_xor_sync(~0u, count, s), other = __shfl_xor_sync(~0u, mean, s);
    const float all = count + n, off = other - mean;
    squares += __shfl_xor_sync(~0u, squares, s);
    if (all > 0) squares += off * off * count * n / all, mean = (count * mean + n * other) / all;
    count = all;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = squares / cols;
}
