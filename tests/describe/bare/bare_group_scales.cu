// A scale for each group of a row.
__global__ void scaled_groups(const signed char* q, const float* scales, float* out, int rows, int cols, int group) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= cols || r >= rows) return;
  out[r * cols + c] = q[r * cols + c] * scales[r * (cols / group) + c / group];
}
