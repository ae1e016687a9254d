// Kernels with sums of products that are no products of matrices, or none for tensor cores, and what is said of them.
#include <cuda_fp16.h>

// REFUSES product: each operand needs an index that the other has not
__global__ void matrix_times_vector(const float* a, const float* x, float* y, int m, int k) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * x[l];
  y[row] = s;
}

// REFUSES product: the number of terms depends on the row or the column
__global__ void triangle(const float* a, const float* b, float* c, int m, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < row; ++l) s += a[row * m + l] * b[l * n + col];
  c[row * n + col] = s;
}

// REFUSES product: the terms of the sum are no products
__global__ void distances(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += fabsf(a[row * k + l] - b[l * n + col]);
  c[row * n + col] = s;
}

// REFUSES product: a product of matrices is a single sum
__global__ void gated(const float* x, const float* w, const float* v, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0, t = 0;
  for (int l = 0; l < k; ++l) {
    s += x[row * k + l] * w[l * n + col];
    t += x[row * k + l] * v[l * n + col];
  }
  y[row * n + col] = s * t;
}

// REFUSES product: a product of matrices is a sum
__global__ void largest_product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = -1e30f;
  for (int l = 0; l < k; ++l) s = fmaxf(s, a[row * k + l] * b[l * n + col]);
  c[row * n + col] = s;
}

// REFUSES tensor: tensor cores multiply halves, bfloats and bytes, both operands alike
__global__ void floats(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// REFUSES tensor: tensor cores multiply elements as they are in memory
__global__ void clamped_halves(const __half* a, const __half* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += fmaxf(__half2float(a[row * k + l]), 0.0f) * __half2float(b[l * n + col]);
  c[row * n + col] = s;
}

// REFUSES tensor: elements lie apart or are chosen by data
__global__ void every_other_half(const __half* a, const __half* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(a[2 * (row * k + l)]) * __half2float(b[l * n + col]);
  c[row * n + col] = s;
}

// REFUSES tensor: sums of bytes are exact in 32 bits only where their low bits are stored
__global__ void wide_sums(const signed char* a, const signed char* b, long long* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  long long s = 0;
  for (int l = 0; l < k; ++l) s += (int)a[row * k + l] * (int)b[l * n + col];
  c[row * n + col] = s;
}

// REFUSES chain: no operand is a map of a sum
__global__ void one_product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// REFUSES chain: a chain of products in one kernel has one sum inside of its terms
__global__ void gated_layers(const float* x, const float* u, const float* v, const float* w, float* y, int m, int n,
                             int k, int l) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int h = 0; h < l; ++h) {
    float s = 0, t = 0;
    for (int e = 0; e < k; ++e) {
      s += x[row * k + e] * u[e * l + h];
      t += x[row * k + e] * v[e * l + h];
    }
    sum += s * fmaxf(t, 0.0f) * w[h * n + col];
  }
  y[row * n + col] = sum;
}

// REFUSES chain: a chain of products is made of sums of real numbers
__global__ void three_matrices_of_integers(const int* a, const int* b, const int* c, int* y, int m, int n, int k,
                                           int l) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  int sum = 0;
  for (int h = 0; h < l; ++h) {
    int s = 0;
    for (int e = 0; e < k; ++e) s += a[row * k + e] * b[e * l + h];
    sum += s * c[h * n + col];
  }
  y[row * n + col] = sum;
}
