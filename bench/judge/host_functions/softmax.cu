// Softmax by a host function: a warp a row where rows are short, a block a row where they are long.

__device__ float warp_max(float value) {
  for (int step = 16; step > 0; step /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, step));
  return value;
}

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

__global__ void warp_rows(const float* in, float* out, int rows, int cols) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* from = in + static_cast<size_t>(row) * cols;
  float high = -INFINITY, sum = 0.0f;
  for (int c = lane; c < cols; c += 32) high = fmaxf(high, from[c]);
  high = warp_max(high);
  for (int c = lane; c < cols; c += 32) sum += expf(from[c] - high);
  sum = warp_sum(sum);
  for (int c = lane; c < cols; c += 32) out[static_cast<size_t>(row) * cols + c] = expf(from[c] - high) / sum;
}

__global__ void block_rows(const float* in, float* out, int cols) {
  __shared__ float highs[8], sums[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const float* from = in + static_cast<size_t>(blockIdx.x) * cols;
  float high = -INFINITY, sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 256) high = fmaxf(high, from[c]);
  high = warp_max(high);
  if (lane == 0) highs[warp] = high;
  __syncthreads();
  for (int i = 0; i < 8; ++i) high = fmaxf(high, highs[i]);
  for (int c = threadIdx.x; c < cols; c += 256) sum += expf(from[c] - high);
  sum = warp_sum(sum);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int i = 0; i < 8; ++i) sum += sums[i];
  for (int c = threadIdx.x; c < cols; c += 256) out[static_cast<size_t>(blockIdx.x) * cols + c] = expf(from[c] - high) / sum;
}

extern "C" void solve(const float* in, float* out, int rows, int cols) {
  if (cols <= 768)
    warp_rows<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
  else
    block_rows<<<rows, 256>>>(in, out, cols);
}
