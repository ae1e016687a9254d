// Attention over windows of `window` tokens: the softmax of each row of a score tile that is staged in shared memory.
//
// Wrong:  a thread owns a row and walks along it three times (maximum, sum, scaling). Rows are 64 words long, so all
//         lanes of a warp are in one bank.
// Rules:  each of the shared accesses of these walks takes 32 cycles instead of one.
// Mend:   pad rows to window + 1 words, or put a warp on each row.

__global__ void window_softmax(const float* __restrict__ scores, float* __restrict__ probs, float scale, int window) {
  extern __shared__ float s[];
  const float* src = scores + (size_t)blockIdx.x * window * window;
  float* dst = probs + (size_t)blockIdx.x * window * window;
  for (int i = threadIdx.x; i < window * window; i += blockDim.x) s[i] = src[i] * scale;
  __syncthreads();
  for (int row = threadIdx.x; row < window; row += blockDim.x) {
    float top = -1e30f;
    for (int j = 0; j < window; ++j) top = fmaxf(top, s[row * window + j]);
    float sum = 0.0f;
    for (int j = 0; j < window; ++j) {
      float e = __expf(s[row * window + j] - top);
      s[row * window + j] = e;
      sum += e;
    }
    float inv = 1.0f / sum;
    for (int j = 0; j < window; ++j) s[row * window + j] *= inv;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < window * window; i += blockDim.x) dst[i] = s[i];
}
