// Naive kernels that read __constant__ and __device__ variables: filters, tables, numbers.
__constant__ float filter[9];
__constant__ float weights[4] = {1.0f, -0.5f, 0.25f, 0.125f};
__device__ float factor = 2.0f;
__device__ double bias[64];

// SCHEDULES stencil
// SIZES n=1 | n=9 | n=1000
__global__ void filtered(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < 9; ++k) {
    int at = i + k - 4;
    if (at >= 0 && at < n) s += x[at] * filter[k];
  }
  y[i] = s;
}

// The name is one that schedules use.
// SCHEDULES map
__global__ void polynomial(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = weights[0] + x[i] * (weights[1] + x[i] * (weights[2] + x[i] * weights[3]));
}

// SIZES rows=1 | rows=7 | rows=100
__global__ void with_bias(const double* x, double* y, int rows) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * 64; i += gridDim.x * blockDim.x)
    y[i] = factor * x[i] + bias[i % 64];
}

// SCHEDULES rows
// SIZES rows=1 | rows=33
__global__ void rows_with_weights(const double* x, double* y, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  double s = 0;
  for (int k = 0; k < 64; ++k) s += x[i * 64 + k] * bias[k];
  y[i] = s;
}
