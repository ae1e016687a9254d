// KERNELS row_max,row_sum,divide
// SIZES rows=5,cols=37 | rows=1,cols=1 | rows=3,cols=64 | rows=2,cols=1021 | rows=67,cols=2
// SCHEDULES rows
// KEPT m
// LAUNCHES 1
__global__ void row_max(const float* x, float* m, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = x[r * cols];
  for (int c = 1; c < cols; ++c) best = fmaxf(best, x[r * cols + c]);
  m[r] = best;
}
__global__ void row_sum(const float* x, const float* m, float* s, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float total = 0;
  for (int c = 0; c < cols; ++c) total += expf(x[r * cols + c] - m[r]);
  s[r] = total;
}
__global__ void divide(const float* x, const float* m, const float* s, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * cols) return;
  int r = i / cols;
  y[i] = expf(x[i] - m[r]) / s[r];
}
