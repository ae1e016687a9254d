// Threads along x continue blocks along another axis, or have a square of elements as a line.
// MEANING forall i < rows, j < cols: out[cols*i + j] = x[cols*i + j] + bias[j]
extern "C" __global__ void columns_along_y(const float* x, const float* bias, float* out, int rows, int cols) {
  int r = blockIdx.x, c = blockIdx.y * blockDim.x + threadIdx.x;
  if (r < rows && c < cols) out[r * cols + c] = x[r * cols + c] + bias[c];
}
extern "C" __global__ void line_of_square(const float* x, const float* bias, float* out, int rows, int cols) {
  int r = blockIdx.x * 16 + threadIdx.x / 16, c = blockIdx.y * 16 + threadIdx.x % 16;
  if (r < rows && c < cols) out[r * cols + c] = x[r * cols + c] + bias[c];
}
extern "C" __global__ void line_of_rectangle(const float* x, const float* bias, float* out, int rows, int cols) {
  int r = blockIdx.y * 8 + threadIdx.x / 32, c = blockIdx.x * 32 + threadIdx.x % 32;
  if (r < rows && c < cols) out[r * cols + c] = x[r * cols + c] + bias[c];
}
