// SIZES rows=5,cols=37 | rows=1,cols=1 | rows=3,cols=64 | rows=2,cols=1021
// SCHEDULES rows
// LAUNCHES 1
// TOLERANCE 1e-4
__global__ void row_mean(const float* x, float* mean, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float total = 0;
  for (int c = 0; c < cols; ++c) total += x[r * cols + c];
  mean[r] = total / cols;
}
__global__ void row_variance(const float* x, const float* mean, float* variance, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float total = 0;
  for (int c = 0; c < cols; ++c) {
    float d = x[r * cols + c] - mean[r];
    total += d * d;
  }
  variance[r] = total / cols;
}
__global__ void normalise(const float* x, const float* mean, const float* variance, const float* gamma,
                          const float* beta, float* y, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c < cols && r < rows)
    y[r * cols + c] = (x[r * cols + c] - mean[r]) * rsqrtf(variance[r] + 1e-5f) * gamma[c] + beta[c];
}

void layer_norm(const float* x, const float* gamma, const float* beta, float* y, int rows, int cols) {
  float *mean, *variance;
  cudaMalloc(&mean, rows * sizeof(float));
  cudaMalloc(&variance, rows * sizeof(float));
  row_mean<<<(rows + 127) / 128, 128>>>(x, mean, rows, cols);
  row_variance<<<(rows + 127) / 128, 128>>>(x, mean, variance, rows, cols);
  normalise<<<dim3((cols + 127) / 128, rows), 128>>>(x, mean, variance, gamma, beta, y, rows, cols);
}
