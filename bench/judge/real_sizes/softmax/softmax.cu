// A warp for each row.
__global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* from = in + (size_t)row * cols;
  float* to = out + (size_t)row * cols;
  float most = -INFINITY, sum = 0;
  for (int i = lane; i < cols; i += 32) most = fmaxf(most, from[i]);
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, step));
  for (int i = lane; i < cols; i += 32) sum += expf(from[i] - most);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  for (int i = lane; i < cols; i += 32) to[i] = expf(from[i] - most) / sum;
}
