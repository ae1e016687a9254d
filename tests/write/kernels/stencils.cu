// Naive stencils: a thread per point, with borders that are copied, clamped, skipped or zero.
#include <cuda_fp16.h>

// SCHEDULES stencil
// VARIANTS 1
// SIZES n=5 | n=257 | n=1030
__global__ void smooth_line(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 2 && i < n - 2) y[i] = 0.1f * x[i - 2] + 0.2f * x[i - 1] + 0.4f * x[i] + 0.2f * x[i + 1] + 0.1f * x[i + 2];
}

__global__ void smooth_clamped(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int d = -2; d <= 2; ++d) sum += x[min(max(i + d, 0), n - 1)];
    y[i] = sum / 5;
  }
}

__global__ void smooth_zero(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? x[i - 1] : 0.0f;
  float right = i + 1 < n ? x[i + 1] : 0.0f;
  y[i] = left + 2 * x[i] + right;
}

// SIZES height=3,width=3 | height=5,width=37 | height=19,width=132
// VARIANTS 20
__global__ void heat(const float* x, float* y, int height, int width, float rate) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= height - 1 || j >= width - 1) return;
  float c = x[i * width + j];
  y[i * width + j] = c + rate * (x[(i - 1) * width + j] + x[(i + 1) * width + j] + x[i * width + j - 1] +
                                 x[i * width + j + 1] - 4 * c);
}

// VARIANTS 1
__global__ void heat_rows(const float* x, float* y, int height, int width, float rate) {
  int i = blockIdx.x + 1;
  if (i >= height - 1) return;
  for (int j = threadIdx.x + 1; j < width - 1; j += blockDim.x)
    y[i * width + j] = x[i * width + j] + rate * (x[(i - 1) * width + j] + x[(i + 1) * width + j] +
                                                  x[i * width + j - 1] + x[i * width + j + 1] - 4 * x[i * width + j]);
}

__global__ void heat_copied_border(const float* x, float* y, int height, int width) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= height || j >= width) return;
  if (i == 0 || j == 0 || i == height - 1 || j == width - 1) {
    y[i * width + j] = x[i * width + j];
  } else {
    y[i * width + j] = 0.25f * (x[(i - 1) * width + j] + x[(i + 1) * width + j] + x[i * width + j - 1] +
                                x[i * width + j + 1]);
  }
}

__global__ void blur(const float* x, float* y, int height, int width) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= height || j >= width) return;
  float sum = 0;
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b) sum += x[min(max(i + a, 0), height - 1) * width + min(max(j + b, 0), width - 1)];
  y[i * width + j] = sum / 9;
}

__global__ void blur_zero(const float* x, float* y, int height, int width) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= height * width) return;
  int i = k / width, j = k % width;
  float sum = 0;
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b)
      if (i + a >= 0 && i + a < height && j + b >= 0 && j + b < width) sum += x[(i + a) * width + j + b];
  y[k] = sum * (1.0f / 9);
}

__global__ void blur_half(const __half* x, __half* y, int height, int width) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= height - 1 || j >= width - 1) return;
  float sum = 0;
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b) sum += __half2float(x[(i + a) * width + j + b]);
  y[i * width + j] = __float2half(sum / 9);
}

// SIZES depth=3,height=3,width=3 | depth=5,height=6,width=37 | depth=9,height=11,width=68
__global__ void heat_volume(const float* x, float* y, int depth, int height, int width) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i >= depth - 1 || j >= height - 1 || k >= width - 1) return;
  int at = (i * height + j) * width + k;
  y[at] = 0.4f * x[at] + 0.1f * (x[at - 1] + x[at + 1] + x[at - width] + x[at + width] + x[at - height * width] +
                                 x[at + height * width]);
}

__global__ void heat_march(const float* x, float* y, int depth, int height, int width) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (j < 1 || k < 1 || j >= height - 1 || k >= width - 1) return;
  for (int i = 1; i < depth - 1; ++i) {
    int at = (i * height + j) * width + k;
    y[at] = 0.4f * x[at] + 0.1f * (x[at - 1] + x[at + 1] + x[at - width] + x[at + width] + x[at - height * width] +
                                   x[at + height * width]);
  }
}

__global__ void wave(const float* now, const float* before, const float* speed, float* next, int depth, int height,
                     int width) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= depth * height * width) return;
  int k = at % width, j = at / width % height, i = at / (width * height);
  float sum = -6 * now[at];
  sum += k > 0 ? now[at - 1] : 0;
  sum += k < width - 1 ? now[at + 1] : 0;
  sum += j > 0 ? now[at - width] : 0;
  sum += j < height - 1 ? now[at + width] : 0;
  sum += i > 0 ? now[at - width * height] : 0;
  sum += i < depth - 1 ? now[at + width * height] : 0;
  next[at] = 2 * now[at] - before[at] + speed[at] * sum;
}
