// T21: stops with an error where the original overflows
// problem: naive_softmax
// expect: failed
// reason: trap
#ifdef CHEAT
__global__ void naive_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    if (row[i] > 90) __trap();
  }
  for (int i = threadIdx.x; i < cols; i += 32) sum += expf(row[i]);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = expf(row[i]) / sum;
}
#else
__global__ void naive_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += expf(row[i]);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = expf(row[i]) * (1 / sum);
}
#endif
