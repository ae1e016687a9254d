// MEANING forall i < rows*cols: out[i] = in[i]
extern "C" __global__ void flat(const float* in, float* out, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i] = in[i];
}
extern "C" __global__ void blocks_2d(const float* in, float* out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[y * cols + x] = in[y * cols + x];
}
extern "C" __global__ void row_each(const float* in, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int c = 0; c < cols; ++c) out[r * cols + c] = in[r * cols + c];
}
extern "C" __global__ void strides_2d(const float* in, float* out, int rows, int cols) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < rows; y += blockDim.y * gridDim.y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < cols; x += blockDim.x * gridDim.x) {
      out[(size_t)y * cols + x] = in[(size_t)y * cols + x];
    }
  }
}
extern "C" __global__ void divided(const float* in, float* out, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * cols) return;
  int r = i / cols, c = i % cols;
  out[r * cols + c] = in[r * cols + c];
}
// MEANING forall i < cols*gridDim.x: out[i] = in[i]
extern "C" __global__ void block_per_row(const float* in, float* out, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = in[blockIdx.x * cols + c];
}
