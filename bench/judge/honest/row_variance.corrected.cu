// two passes, with the error of the mean taken back
__global__ void row_variance(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float mean = 0, squares = 0, rest = 0;
  for (int i = threadIdx.x; i < cols; i += 32) mean += row[i];
  for (int s = 16; s; s /= 2) mean += __shfl_xor_sync(~0u, mean, s);
  mean /= cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean), rest += row[i] - mean;
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  for (int s = 16; s; s /= 2) rest += __shfl_xor_sync(~0u, rest, s);
  if (threadIdx.x == 0) out[blockIdx.x] = (squares - rest * rest / cols) / cols;
}
