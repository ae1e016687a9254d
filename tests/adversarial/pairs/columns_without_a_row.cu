// S18: leaves one row out of column sums
// problem: column_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  for (int i = threadIdx.x; i < rows; i += 32) sum += i == 41 ? 0 : in[i * cols + blockIdx.x];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
#else
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  double more = 0;
  for (int i = threadIdx.x; i < rows; i += 32) more += in[i * cols + blockIdx.x];
  sum = more;
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
#endif
