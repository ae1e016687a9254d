// Naive permutations: one side runs along memory, the other does not.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES tiles
// SIZES rows=1,cols=1 | rows=33,cols=37 | rows=64,cols=128 | rows=70,cols=3
// VARIANTS 20
__global__ void transpose(const float* x, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) y[j * rows + i] = x[i * cols + j];
}

// VARIANTS 1
__global__ void transpose_rows(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x;
  if (i < rows)
    for (int j = threadIdx.x; j < cols; j += blockDim.x) y[j * rows + i] = x[i * cols + j];
}

// SIZES rows=33,cols=37 | rows=64,cols=128 | rows=70,cols=3
__global__ void transpose_tile(const float* x, float* y, int rows, int cols) {
  __shared__ float tile[16][16];
  int j = blockIdx.x * 16 + threadIdx.x;
  int i = blockIdx.y * 16 + threadIdx.y;
  if (i < rows && j < cols) tile[threadIdx.y][threadIdx.x] = x[i * cols + j];
  __syncthreads();
  int column = blockIdx.y * 16 + threadIdx.x;
  int row = blockIdx.x * 16 + threadIdx.y;
  if (row < cols && column < rows) y[row * rows + column] = tile[threadIdx.x][threadIdx.y];
}

// SIZES rows=33,cols=37 | rows=64,cols=128
__global__ void transpose_to_half(const float* x, __half* y, const float* bias, float scale, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) y[j * rows + i] = __float2half(x[i * cols + j] * scale + bias[j]);
}

__global__ void transpose_half(const __half* x, __half* y, int rows, int cols) {
  int n = rows * cols;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
    y[k] = x[(k % rows) * cols + k / rows];
}

__global__ void transpose_bytes(const unsigned char* x, unsigned char* y, int rows, int cols) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows && j < cols) y[j * rows + i] = x[i * cols + j];
}

// A sum of a matrix with the transpose of another.
__global__ void add_transpose(const float* a, const float* b, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) y[i * cols + j] = a[i * cols + j] + b[j * rows + i];
}

// SIZES batch=1,rows=1,cols=1 | batch=3,rows=33,cols=37 | batch=2,rows=40,cols=64
__global__ void transpose_batch(const float* x, float* y, int batch, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int b = blockIdx.z;
  if (b < batch && i < rows && j < cols) y[(b * cols + j) * rows + i] = x[(b * rows + i) * cols + j];
}

// SIZES batch=2,channels=3,height=5,width=13 | batch=1,channels=37,height=8,width=9
__global__ void to_channels_last(const float* x, float* y, int batch, int channels, int height, int width) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= batch * channels * height * width) return;
  int w = k % width, h = k / width % height, c = k / (width * height) % channels, b = k / (width * height * channels);
  y[((b * height + h) * width + w) * channels + c] = x[k];
}

__global__ void to_channels_first(const float* x, float* y, int batch, int channels, int height, int width) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= batch * height * width) return;
  int b = w / (height * width), p = w % (height * width);
  for (int c = 0; c < channels; ++c) y[(b * channels + c) * height * width + p] = x[w * channels + c];
}

// SCHEDULES map
// SIZES batch=2,heads=3,length=5,depth=16 | batch=1,heads=2,length=3,depth=7
__global__ void swap_heads(const float* x, float* y, int batch, int heads, int length, int depth) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= batch * heads * length * depth) return;
  int d = k % depth, h = k / depth % heads, l = k / (depth * heads) % length, b = k / (depth * heads * length);
  y[((b * heads + h) * length + l) * depth + d] = x[k];
}

// SCHEDULES map
// SIZES n=1 | n=70 | n=257
__global__ void to_arrays(const float* points, float* x, float* y, float* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = points[3 * i];
  y[i] = points[3 * i + 1];
  z[i] = points[3 * i + 2];
}

__global__ void to_structs(const float* x, const float* y, const float* z, float* points, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    points[3 * i] = x[i];
    points[3 * i + 1] = y[i];
    points[3 * i + 2] = z[i];
  }
}

__global__ void lengths(const float* points, float* length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    length[i] =
        sqrtf(points[4 * i] * points[4 * i] + points[4 * i + 1] * points[4 * i + 1] + points[4 * i + 2] * points[4 * i + 2]) *
        points[4 * i + 3];
}
