// one pass for maximum and sum
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  float most = -1e38f, sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    const float next = fmaxf(most, row[i]);
    sum = sum * expf(most - next) + expf(row[i] - next);
    most = next;
  }
  for (int s = 16; s; s /= 2) {
    const float m = __shfl_xor_sync(~0u, most, s), t = __shfl_xor_sync(~0u, sum, s), next = fmaxf(m, most);
    sum = sum * expf(most - next) + t * expf(m - next);
    most = next;
  }
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = expf(row[i] - most) / sum;
}
