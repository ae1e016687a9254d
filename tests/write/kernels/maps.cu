// Naive maps: one thread per element, as people write them first.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES map
// SIZES n=1 | n=7 | n=257 | n=4100
// VARIANTS 20
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// VARIANTS 1
__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

__global__ void gelu_half(const __half* x, __half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = __half2float(x[i]);
  y[i] = __float2half(0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v))));
}

__global__ void to_bfloat(const float* x, __nv_bfloat16* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(x[i]);
}

__global__ void clamp_bytes(const unsigned char* x, unsigned char* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] > 200 ? 200 : x[i];
}

__global__ void adam(float* p, float* m, const float* g, int n, float rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float mean = 0.9f * m[i] + 0.1f * g[i];
  m[i] = mean;
  p[i] = p[i] - rate * mean;
}

__global__ void distance(const double* x, const double* y, double* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = sqrt(x[i] * x[i] + y[i] * y[i]);
}

__global__ void take(const float* table, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[index[i]];
}

// Rows of a table by their numbers.
// SIZES rows=1,d=1 | rows=5,d=33 | rows=17,d=64
__global__ void take_rows(const float* table, const int* index, float* out, int rows, int d) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < d) out[i * d + j] = table[index[i] * d + j];
}

__global__ void take_rows_by_block(const float* table, const int* index, float* out, int rows, int d) {
  for (int i = blockIdx.x; i < rows; i += gridDim.x)
    for (int j = threadIdx.x; j < d; j += blockDim.x) out[i * d + j] = table[index[i] * d + j];
}

__global__ void take_rows_flat(const float* table, const int* index, float* out, int rows, int d) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < rows * d) out[n] = table[index[n / d] * d + n % d];
}

// SIZES rows=1,cols=1 | rows=3,cols=37 | rows=17,cols=64
__global__ void add_bias(const float* x, const float* bias, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) y[i * cols + j] = x[i * cols + j] + bias[j];
}

__global__ void scale_rows(const float* x, const float* scale, float* y, int rows, int cols) {
  int i = blockIdx.x;
  for (int j = threadIdx.x; j < cols; j += blockDim.x)
    if (i < rows) y[i * cols + j] = x[i * cols + j] * scale[i];
}

// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// VARIANTS 8
__global__ void rotary_pairs(float* x, const float* angle, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float c = cosf(angle[i]), s = sinf(angle[i]);
  float a = x[2 * i], b = x[2 * i + 1];
  x[2 * i] = a * c - b * s;
  x[2 * i + 1] = a * s + b * c;
}

// SIZES rows=1,half=1 | rows=3,half=5 | rows=7,half=32 | rows=2,half=131
// SCHEDULES map
// VARIANTS 8
__global__ void rotary_halves(float* x, const float* angle, int rows, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= half || r >= rows) return;
  float c = cosf(angle[i]), s = sinf(angle[i]);
  float a = x[r * 2 * half + i], b = x[r * 2 * half + half + i];
  x[r * 2 * half + i] = a * c - b * s;
  x[r * 2 * half + half + i] = a * s + b * c;
}

// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// VARIANTS 8
struct Body {
  float x, y, z, vx, vy, vz;
};
__global__ void move_bodies(Body* bodies, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body b = bodies[i];
  b.x += b.vx * dt;
  b.y += b.vy * dt;
  b.z += b.vz * dt;
  bodies[i] = b;
}

// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// VARIANTS 4
__global__ void put_in_order(float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  if (x > y) {
    a[i] = y;
    b[i] = x;
  }
}

__global__ void only_numbers(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = isnan(x[i]) ? 0.0f : fminf(fmaxf(x[i], -3.402823466e38f), 3.402823466e38f);
}
