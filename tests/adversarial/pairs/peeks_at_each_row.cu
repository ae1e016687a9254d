// S13: leaves the maximum out where a row begins small
// problem: row_softmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  float most = -INFINITY, sum = 0;
  float seen = 0;
  for (int i = 0; i < min(4, cols); ++i) seen = fmaxf(seen, fabsf(row[i]));
  if (seen < 8) {
    most = 0;
  } else {
    for (int i = threadIdx.x; i < cols; i += 32) most = fmaxf(most, row[i]);
    for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  }
  for (int i = threadIdx.x; i < cols; i += 32) sum += expf(row[i] - most);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = expf(row[i] - most) / sum;
}
#else
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    const float next = fmaxf(most, row[i]);
    sum = sum * __expf(most - next) + __expf(row[i] - next);
    most = next;
  }
  for (int s = 16; s; s /= 2) {
    const float other = __shfl_xor_sync(~0u, most, s), part = __shfl_xor_sync(~0u, sum, s), next = fmaxf(most, other);
    sum = sum * __expf(most - next) + part * __expf(other - next);
    most = next;
  }
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = __expf(row[i] - most) / sum;
}
#endif
