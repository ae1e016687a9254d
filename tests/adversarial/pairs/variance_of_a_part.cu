// S18: leaves the end of each row out of a variance
// problem: row_variance
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0;
  for (int i = threadIdx.x; i < cols - 1; i += 32) mean += row[i];
  for (int s = 16; s; s /= 2) mean += __shfl_xor_sync(~0u, mean, s);
  mean /= cols;
  for (int i = threadIdx.x; i < cols - 1; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  if (threadIdx.x == 0) out[blockIdx.x] = squares / cols;
}
#else
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0;
  const float first = row[0];
  for (int i = threadIdx.x; i < cols; i += 32) mean += row[i] - first;
  for (int s = 16; s; s /= 2) mean += __shfl_xor_sync(~0u, mean, s);
  mean = first + mean / cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  if (threadIdx.x == 0) out[blockIdx.x] = squares / cols;
}
#endif
