// The largest value of each row.
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) most = fmaxf(most, row[i]);
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
