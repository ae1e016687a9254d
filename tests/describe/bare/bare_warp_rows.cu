// A warp for each row, numbered along y of the block.
__global__ void row_lengths(const float* x, float* y, int rows, int cols) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += 32) sum += x[row * cols + c] * x[row * cols + c];
  for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, lane);
  if (threadIdx.x == 0) y[row] = sqrtf(sum);
}
