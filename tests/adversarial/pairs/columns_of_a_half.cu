// S18: doubles the sum of half the rows
// problem: column_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  float sum = 0;
  for (int i = threadIdx.x; i < rows / 2; i += 32) sum += 2 * in[i * cols + blockIdx.x];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
#else
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  if (threadIdx.x == 0) out[blockIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < rows; i += 32) atomicAdd(out + blockIdx.x, in[i * cols + blockIdx.x]);
}
#endif
