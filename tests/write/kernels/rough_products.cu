// Naive products of floats where the problem's class is tf32: operands in either order, batches, maps before and after the
// sum, windows.
// CLASS tf32
#include <cuda_fp16.h>

// SCHEDULES product tensor warpgroup bulk
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=72,k=72 | m=128,n=256,k=96
// TOLERANCE 2e-2
// VARIANTS 7
__global__ void rough_product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=132,n=68,k=40
// VARIANTS 3
__global__ void rough_turned(const float* a, const float* b, float* c, int m, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[l * m + i / n] * b[i % n * k + l];
  c[i] = s;
}

__global__ void rough_both_turned(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m * n; i += gridDim.x * blockDim.x) {
    float s = 0;
    for (int l = 0; l < k; ++l) s += a[l * m + i / n] * b[l * n + i % n];
    c[i] = s;
  }
}

__global__ void rough_layer(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = bias[col];
  for (int l = 0; l < k; ++l) s += x[row * k + l] * w[col * k + l];
  y[row * n + col] = s / (1 + expf(-s));
}

// SIZES batch=1,m=1,n=1,k=1 | batch=3,m=67,n=35,k=37
__global__ void rough_products(const float* a, const float* b, float* c, int batch, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[(z * m + row) * k + l] * b[(z * k + l) * n + col];
  c[(z * m + row) * n + col] = s;
}

// A column of bias beside the weights: with k = 1 there are no terms.
// SIZES m=5,n=7,k=1 | m=5,n=7,k=2 | m=67,n=131,k=37
__global__ void rough_bias_row(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = b[(k - 1) * n + col];
  for (int l = 0; l < k - 1; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// Matrices that share the right operand, whose lines are apart.
// SIZES batch=1,heads=1,m=1,n=1,k=1 | batch=2,heads=3,m=37,n=67,k=19 | batch=1,heads=2,m=130,n=40,k=68
__global__ void rough_heads(const float* x, const float* w, float* y, int batch, int heads, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (row >= m || col >= n || z >= batch * heads) return;
  int b = z / heads, h = z % heads;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[((b * m + row) * heads + h) * k + l] * w[(h * k + l) * (n + 3) + col];
  y[((b * heads + h) * m + row) * n + col] = s;
}

// What is done to elements before they are multiplied is done where they are copied.
// SCHEDULES product bulk
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=132,n=68,k=72
__global__ void rough_scaled_terms(const float* a, const float* d, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += fmaxf(a[row * k + l], 0.0f) * d[l] * (b[l * n + col] + d[l]);
  c[row * n + col] = s;
}

__global__ void rough_bytes(const float* table, const int* chosen, const signed char* w, const float* scale, float* y,
                            int m, int n, int k, int rows) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += table[chosen[row] * k + l] * (float)w[col * k + l] * scale[col];
  y[row * n + col] = s / 128;
}

__global__ void rough_halves(const __half* x, const float* w, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(x[l * m + row]) * w[3 * (l * n + col)];
  y[row * n + col] = s > 0 ? s : 0;
}

// SCHEDULES product tensor
// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=5,height=9,width=13,filters=19
// FAST_AT batch=32,channels=128,height=32,width=32,filters=128
__global__ void rough_convolution(const float* x, const float* w, float* y, int batch, int channels, int height, int width,
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
