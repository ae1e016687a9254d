// SIZES rows=5,cols=37 | rows=1,cols=1 | rows=3,cols=64 | rows=2,cols=1021
// SCHEDULES map
// LAUNCHES 1
__global__ void add_bias(const float* x, const float* bias, float* t, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) t[i] = x[i] + bias[i % cols];
}
__global__ void gelu(float* t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = t[i];
    t[i] = 0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
  }
}
__global__ void add_residual(const float* t, const float* r, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = t[i] + r[i];
}

void block(const float* x, const float* bias, const float* r, float* y, int rows, int cols) {
  float* t;
  cudaMalloc(&t, rows * cols * sizeof(float));
  int n = rows * cols;
  add_bias<<<(n + 255) / 256, 256>>>(x, bias, t, rows, cols);
  gelu<<<(n + 255) / 256, 256>>>(t, n);
  add_residual<<<(n + 255) / 256, 256>>>(t, r, y, n);
}
