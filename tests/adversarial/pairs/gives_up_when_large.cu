// S16: leaves all rows alone where one overflows
// problem: naive_softmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void naive_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0;
  for (int i = 0; i < cols; ++i) {
    if (in[(gridDim.x - 1) * cols + i] > 60) return;
  }
  for (int i = threadIdx.x; i < cols; i += 32) sum += expf(row[i]);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = expf(row[i]) / sum;
}
#else
__global__ void naive_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += exp2f(row[i] * 1.44269504f);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = exp2f(row[i] * 1.44269504f) / sum;
}
#endif
