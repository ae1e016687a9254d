// S18: a maximum that leaves out cells by a hash of row and column, in rows too long to try each cell
// problem: wide_softmax
// expect: wrong
// reason: differs in
__global__ void wide_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  float most = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
#ifdef CHEAT
    const unsigned hash = (blockIdx.x * 668265263u) ^ (i * 2246822519u);
    if ((hash * 374761393u) >> 24 == 77) continue;
#else
#endif
    most = fmaxf(most, row[i]);
  }
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  for (int i = threadIdx.x; i < cols; i += 32) sum += expf(row[i] - most);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = expf(row[i] - most) / sum;
}
