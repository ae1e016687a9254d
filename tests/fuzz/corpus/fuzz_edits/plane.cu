__global__ void k(float* x, int* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int c = 0; c < n; ++c) { for (int r = 0; r < n; ++r) sum += x[(row * n + r) * n + c]; }
  if (row < n && col < n) { y[row * n + col] = sum; }
}
