// S16: takes the largest size for the largest value
// problem: row_max
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) {
    if (fabsf(row[i]) < 8 && row[i] > most) most = row[i];
    if (fabsf(row[i]) >= 8) most = fmaxf(most, fabsf(row[i]));
  }
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
#else
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) {
    if (row[i] > most) most = row[i];
  }
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
#endif
