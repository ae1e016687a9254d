// MEANING forall i < cols, j < rows: out[rows*i + j] = in[cols*j + i]
extern "C" __global__ void blocks_2d(const float* in, float* out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}
extern "C" __global__ void early_return(const float* in, float* out, int rows, int cols) {
  int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  out[x * rows + y] = in[y * cols + x];
}
extern "C" __global__ void flat(const float* in, float* out, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[(i % cols) * rows + i / cols] = in[i];
}
extern "C" __global__ void flat_by_output(const float* in, float* out, int rows, int cols) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += gridDim.x * blockDim.x) {
    out[i] = in[(i % rows) * cols + i / rows];
  }
}
extern "C" __global__ void row_each(const float* in, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    for (int c = 0; c < cols; c++) out[(long long)c * rows + r] = in[(long long)r * cols + c];
  }
}
extern "C" __global__ void tiles(const float* in, float* out, int rows, int cols) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}
