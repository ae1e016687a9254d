// the maximum first, then who has it
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float most = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += 32) most = fmaxf(most, row[i]);
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  for (int first = 0; first < cols; first += 32) {
    const int i = first + threadIdx.x;
    const unsigned who = __ballot_sync(~0u, i < cols && row[i] == most);
    if (!who) continue;
    if (threadIdx.x == 0) out[blockIdx.x] = first + __ffs(who) - 1;
    return;
  }
}
