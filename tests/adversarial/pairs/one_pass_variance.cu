// S16: a variance as the difference of two sums
// problem: row_variance
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) mean += row[i], squares += row[i] * row[i];
  for (int s = 16; s; s /= 2) mean += __shfl_xor_sync(~0u, mean, s), squares += __shfl_xor_sync(~0u, squares, s);
  mean /= cols;
  if (threadIdx.x == 0) out[blockIdx.x] = squares / cols - mean * mean;
}
#else
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0;
  float count = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    const float off = row[i] - mean;
    mean += off / ++count;
    squares += off * (row[i] - mean);
  }
  for (int s = 16; s; s /= 2) {
    const float n = __shfl_xor_sync(~0u, count, s), m = __shfl_xor_sync(~0u, mean, s);
    squares += __shfl_xor_sync(~0u, squares, s);
    const float all = count + n, off = m - mean;
    if (all > 0) squares += off * off * count * n / all, mean = (mean * count + m * n) / all;
    count = all;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = squares / cols;
}
#endif
