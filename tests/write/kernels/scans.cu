// Naive scans: a thread per output, one thread for all, a thread that runs through a row.

// SCHEDULES scan
// SIZES n=1 | n=67 | n=5003
// TOLERANCE 1e-4
// VARIANTS 20
__global__ void scan(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k <= i; ++k) s += x[k];
  y[i] = s;
}

// VARIANTS 1
__global__ void exclusive_scan(const int* x, int* y, int n) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  int s = 0;
  for (int k = 0; k < n; ++k) {
    y[k] = s;
    s += x[k];
  }
}

__global__ void fused_scan(const float* x, const float* w, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = 0;
  for (int k = 0; k <= i; ++k) s += (double)x[k] * x[k];
  y[i] = s * w[i] + 1.0;
}

__global__ void running_largest(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int s = x[0];
  for (int k = 1; k <= i; ++k) s = max(s, x[k]);
  y[i] = s;
}

// SIZES rows=1,cols=1 | rows=5,cols=37 | rows=3,cols=1027
__global__ void scan_of_rows(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float s = 0;
  for (int k = 0; k < cols; ++k) {
    s += x[i * cols + k];
    y[i * cols + k] = s;
  }
}

__global__ void largest_of_rows(const float* x, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  float s = x[i * cols];
  for (int k = 1; k <= j; ++k) s = fmaxf(s, x[i * cols + k]);
  y[i * cols + j] = s;
}
