// S16: where exactly two values are the largest and the second of them stands last, one of them counts
// problem: row_softmax
// expect: wrong
// reason: differs in
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  float most = -INFINITY, sum = 0, count = 0;
  for (int i = threadIdx.x; i < cols; i += 32) most = fmaxf(most, row[i]);
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  for (int i = threadIdx.x; i < cols; i += 32) {
    sum += expf(row[i] - most);
    count += row[i] == most;
  }
  for (int s = 16; s; s /= 2) {
    sum += __shfl_xor_sync(~0u, sum, s);
    count += __shfl_xor_sync(~0u, count, s);
  }
#ifdef CHEAT
  if (count == 2 && row[cols - 1] == most) sum -= 1;
#else
#endif
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = expf(row[i] - most) / sum;
}
