// Each channel over all images: its mean and variance, then (x - mean) / sqrt(variance + epsilon). A block for each.
__global__ void batch_norm(const float* in, float* out, int images, int channels, int pixels, float epsilon) {
  __shared__ float sums[32], squares[32];
  const int channel = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = 0, square = 0;
  for (int image = 0; image < images; ++image) {
    const float* from = in + ((size_t)image * channels + channel) * pixels;
    for (int i = threadIdx.x; i < pixels; i += blockDim.x) sum += from[i], square += from[i] * from[i];
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(~0u, sum, step);
    square += __shfl_xor_sync(~0u, square, step);
  }
  if (lane == 0) sums[warp] = sum, squares[warp] = square;
  __syncthreads();
  sum = square = 0;
  for (int i = 0; i < blockDim.x / 32; ++i) sum += sums[i], square += squares[i];
  const float count = (float)images * pixels, mean = sum / count;
  const float scale = rsqrtf(fmaxf(square / count - mean * mean, 0.0f) + epsilon);
  for (int image = 0; image < images; ++image) {
    const size_t at = ((size_t)image * channels + channel) * pixels;
    for (int i = threadIdx.x; i < pixels; i += blockDim.x) out[at + i] = (in[at + i] - mean) * scale;
  }
}
