// Softmax of each row, one thread per row: three passes over memory, and neighbouring threads read far apart.

__global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* from = in + static_cast<size_t>(row) * cols;
  float* to = out + static_cast<size_t>(row) * cols;
  float high = from[0];
  for (int c = 1; c < cols; ++c) high = fmaxf(high, from[c]);
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c) sum += expf(from[c] - high);
  for (int c = 0; c < cols; ++c) to[c] = expf(from[c] - high) / sum;
}
