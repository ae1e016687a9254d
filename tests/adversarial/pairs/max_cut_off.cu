// S16: cuts values off that never came
// problem: row_max
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) most = fmaxf(most, fminf(row[i], 100));
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
#else
__global__ void row_max(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) most = row[i] > most ? row[i] : most;
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
#endif
