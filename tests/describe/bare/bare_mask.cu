// What lies behind a mask is read only where the mask is set.
__global__ void masked_prefix(const float* x, const bool* mask, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int j = 0; j < cols; ++j) {
    if (mask[r * cols + j]) sum += x[r * cols + j];
    y[r * cols + j] = sum;
  }
}
