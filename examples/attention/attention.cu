// Attention, each head separately: softmax(Q K^T * scale) V. One block per query; the scores of its row are in dynamic
// shared memory.
#define BLOCK 128

__device__ float reduce(float value, float* partial, bool maximum) {
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      const float other = partial[threadIdx.x + stride];
      partial[threadIdx.x] = maximum ? fmaxf(partial[threadIdx.x], other) : partial[threadIdx.x] + other;
    }
    __syncthreads();
  }
  const float result = partial[0];
  __syncthreads();
  return result;
}

__global__ void attention(const float* q, const float* k, const float* v, float* out, int length, int width,
                          float scale) {
  extern __shared__ float scores[];
  __shared__ float partial[BLOCK];
  const size_t head = static_cast<size_t>(blockIdx.y) * length * width;
  const float* query = q + head + static_cast<size_t>(blockIdx.x) * width;
  float high = -INFINITY;
  for (int j = threadIdx.x; j < length; j += BLOCK) {
    float score = 0.0f;
    for (int i = 0; i < width; ++i) score += query[i] * k[head + static_cast<size_t>(j) * width + i];
    scores[j] = score * scale;
    high = fmaxf(high, scores[j]);
  }
  high = reduce(high, partial, true);
  float sum = 0.0f;
  for (int j = threadIdx.x; j < length; j += BLOCK) {
    scores[j] = expf(scores[j] - high);
    sum += scores[j];
  }
  sum = reduce(sum, partial, false);
  for (int i = threadIdx.x; i < width; i += BLOCK) {
    float value = 0.0f;
    for (int j = 0; j < length; ++j) value += scores[j] * v[head + static_cast<size_t>(j) * width + i];
    out[head + static_cast<size_t>(blockIdx.x) * width + i] = value / sum;
  }
}
