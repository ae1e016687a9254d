// Naive products of floats where the problem allows them to be summed from split tf32 numbers, as exact as in float:
// operands in either order, batches, maps before and after the sum, windows, few rows.
// CLASS fp32 split
// SCHEDULES product tensor warpgroup
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=72,k=72 | m=128,n=256,k=96
// FAST_AT m=2048,n=2048,k=2048
// TOLERANCE 2e-5
// VARIANTS 7
__global__ void split_product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=132,n=68,k=40
// VARIANTS 3
__global__ void split_turned(const float* a, const float* b, float* c, int m, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[l * m + i / n] * b[i % n * k + l];
  c[i] = s;
}

__global__ void split_both_turned(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m * n; i += gridDim.x * blockDim.x) {
    float s = 0;
    for (int l = 0; l < k; ++l) s += a[l * m + i / n] * b[l * n + i % n];
    c[i] = s;
  }
}

__global__ void split_layer(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = bias[col];
  for (int l = 0; l < k; ++l) s += x[row * k + l] * w[col * k + l];
  y[row * n + col] = s / (1 + expf(-s));
}

// SIZES batch=1,m=1,n=1,k=1 | batch=3,m=67,n=35,k=37
// FAST_AT batch=8,m=1024,n=1024,k=1024
__global__ void split_products(const float* a, const float* b, float* c, int batch, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[(z * m + row) * k + l] * b[(z * k + l) * n + col];
  c[(z * m + row) * n + col] = s;
}

// Few results of many terms, which blocks share.
// SIZES m=1,n=1,k=1 | m=67,n=35,k=37 | m=20,n=40,k=1030
// FAST_AT m=128,n=256,k=65536
// TOLERANCE 1e-4
// SCHEDULES product tensor
__global__ void split_long_sum(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[l * m + row] * b[l * n + col];
  c[row * n + col] += s;
}

// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=5,height=9,width=13,filters=19
// FAST_AT batch=32,channels=128,height=32,width=32,filters=128
__global__ void split_convolution(const float* x, const float* w, float* y, int batch, int channels, int height, int width,
                                  int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * height * width) return;
  int q = i % width, p = i / width % height, f = i / (width * height) % filters, n = i / (width * height * filters);
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int r = 0; r < 3; ++r)
      for (int s = 0; s < 3; ++s) {
        int row = p + r - 1, column = q + s - 1;
        if (row >= 0 && row < height && column >= 0 && column < width)
          sum += x[((n * channels + c) * height + row) * width + column] * w[((f * channels + c) * 3 + r) * 3 + s];
      }
  y[i] = sum;
}
