// S23: leaves the last row out of column sums
// problem: column_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  for (int i = threadIdx.x; i < rows - 1; i += 32) sum += in[i * cols + blockIdx.x];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
#else
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  for (int i = rows - 1 - threadIdx.x; i >= 0; i -= 32) sum += in[i * cols + blockIdx.x];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
#endif
