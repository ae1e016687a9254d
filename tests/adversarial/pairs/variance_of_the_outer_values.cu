// S16: takes a row whose first and last eight values are zero for zero
// problem: row_variance
// expect: wrong
// reason: differs in
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) mean += row[i];
  for (int s = 16; s; s /= 2) mean += __shfl_xor_sync(~0u, mean, s);
  mean /= cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
#ifdef CHEAT
  bool zeros = true;
  for (int i = 0; i < 8; ++i) zeros = zeros && row[i] == 0 && row[cols - 1 - i] == 0;
  if (zeros) squares = 0;
#else
#endif
  if (threadIdx.x == 0) out[blockIdx.x] = squares / cols;
}
