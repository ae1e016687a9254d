// Row softmax: one warp a row, and one block a row with an online maximum.

__global__ void softmax_warp(const float* in, float* out, int cols) {
  const float* row = in + static_cast<long>(blockIdx.x) * cols;
  float high = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 32) high = fmaxf(high, row[c]);
  for (int offset = 16; offset > 0; offset >>= 1) high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, offset));
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 32) sum += __expf(row[c] - high);
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  const float scale = 1.0f / sum;
  for (int c = threadIdx.x; c < cols; c += 32) out[static_cast<long>(blockIdx.x) * cols + c] = __expf(row[c] - high) * scale;
}

__global__ void softmax_online(const float* in, float* out, int cols) {
  __shared__ float highs[32], sums[32];
  const float* row = in + static_cast<long>(blockIdx.x) * cols;
  float high = -1e30f, sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    const float value = row[c];
    const float next = fmaxf(high, value);
    sum = sum * expf(high - next) + expf(value - next);
    high = next;
  }
  for (int offset = 16; offset > 0; offset >>= 1) {
    const float other_high = __shfl_xor_sync(0xffffffffu, high, offset);
    const float other_sum = __shfl_xor_sync(0xffffffffu, sum, offset);
    const float next = fmaxf(high, other_high);
    sum = sum * expf(high - next) + other_sum * expf(other_high - next);
    high = next;
  }
  if ((threadIdx.x & 31) == 0) highs[threadIdx.x >> 5] = high, sums[threadIdx.x >> 5] = sum;
  __syncthreads();
  for (int w = 0; w < static_cast<int>(blockDim.x >> 5); ++w) {
    const float next = fmaxf(high, highs[w]);
    sum = (w ? sum * expf(high - next) : 0.0f) + sums[w] * expf(highs[w] - next);
    high = next;
  }
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[static_cast<long>(blockIdx.x) * cols + c] = expf(row[c] - high) / sum;
}
