// Naive convolutions: an output per thread, sums over channels and the window, borders by comparisons.
#include <cuda_fp16.h>

// SCHEDULES product
// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=5,height=9,width=13,filters=19 | batch=1,channels=4,height=16,width=16,filters=64
// FAST_AT batch=32,channels=128,height=32,width=32,filters=128
// TOLERANCE 1e-4
// VARIANTS 40
__global__ void convolution(const float* x, const float* w, float* y, int batch, int channels, int height, int width,
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

// VARIANTS 2
// Small images: the columns of a tile are those of several.
// FAST_AT batch=64,channels=256,height=7,width=7,filters=256
__global__ void convolution_of_small_images(const float* x, const float* w, const float* bias, float* y, int batch,
                                            int channels, int height, int width, int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * height * width) return;
  int q = i % width, p = i / width % height, f = i / (width * height) % filters, n = i / (width * height * filters);
  float sum = bias[f];
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s) {
      int row = p + r - 1, column = q + s - 1;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      for (int c = 0; c < channels; ++c)
        sum += x[((n * channels + c) * height + row) * width + column] * w[((f * channels + c) * 3 + r) * 3 + s];
    }
  y[i] = sum > 0 ? sum : 0;
}

// Window, stride and border as arguments.
// SIZES batch=1,channels=1,height=1,width=1,filters=1,kh=3,kw=3,stride=1,pad=1,oh=1,ow=1 | batch=2,channels=3,height=9,width=11,filters=17,kh=3,kw=5,stride=2,pad=1,oh=5,ow=5 | batch=1,channels=2,height=8,width=8,filters=20,kh=3,kw=3,stride=1,pad=1,oh=8,ow=8 | batch=1,channels=2,height=9,width=8,filters=18,kh=7,kw=5,stride=1,pad=2,oh=7,ow=8
// FAST_AT batch=32,channels=128,height=64,width=64,filters=128,kh=3,kw=3,stride=2,pad=1,oh=32,ow=32
// VARIANTS 8
__global__ void strided_convolution(const float* x, const float* w, const float* bias, float* y, int batch, int channels,
                                    int height, int width, int filters, int kh, int kw, int stride, int pad, int oh,
                                    int ow) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * oh * ow) return;
  int q = i % ow, p = i / ow % oh, f = i / (ow * oh) % filters, n = i / (ow * oh * filters);
  float sum = bias[f];
  for (int c = 0; c < channels; ++c)
    for (int r = 0; r < kh; ++r)
      for (int s = 0; s < kw; ++s) {
        int row = p * stride + r - pad, column = q * stride + s - pad;
        if (row >= 0 && row < height && column >= 0 && column < width)
          sum += x[((n * channels + c) * height + row) * width + column] * w[((f * channels + c) * kh + r) * kw + s];
      }
  y[i] = sum;
}

// Three axes: the meaning takes more expressions than that of an image.
// VARIANTS 2
// SIZES batch=1,channels=1,depth=1,height=1,width=1,filters=1,k=3,stride=1,pad=1,od=1,oh=1,ow=1 | batch=2,channels=3,depth=4,height=5,width=7,filters=17,k=3,stride=2,pad=1,od=2,oh=3,ow=4
// FAST_AT batch=8,channels=64,depth=16,height=32,width=32,filters=64,k=3,stride=1,pad=1,od=16,oh=32,ow=32
__global__ void convolution_of_volumes(const float* x, const float* w, const float* bias, float* y, int batch, int channels,
                                       int depth, int height, int width, int filters, int k, int stride, int pad, int od,
                                       int oh, int ow) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * od * oh * ow) return;
  int q = i % ow, p = i / ow % oh, d = i / (ow * oh) % od, f = i / (ow * oh * od) % filters, n = i / (ow * oh * od * filters);
  float sum = bias[f];
  for (int c = 0; c < channels; ++c)
    for (int a = 0; a < k; ++a)
      for (int r = 0; r < k; ++r)
        for (int s = 0; s < k; ++s) {
          int plane = d * stride - pad + a, row = p * stride - pad + r, column = q * stride - pad + s;
          if (plane < 0 || plane >= depth || row < 0 || row >= height || column < 0 || column >= width) continue;
          sum += x[(((n * channels + c) * depth + plane) * height + row) * width + column] *
                 w[(((f * channels + c) * k + a) * k + r) * k + s];
        }
  y[i] = sum;
}

// A sequence.
// VARIANTS 2
// SIZES batch=1,channels=1,length=1,filters=1 | batch=2,channels=3,length=37,filters=17
// FAST_AT batch=32,channels=128,length=1024,filters=128
__global__ void convolution_of_sequences(const float* x, const float* w, float* y, int batch, int channels, int length,
                                         int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * length) return;
  int q = i % length, f = i / length % filters, n = i / (length * filters);
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int s = 0; s < 5; ++s) {
      int at = q + s - 2;
      if (at >= 0 && at < length) sum += x[(n * channels + c) * length + at] * w[(f * channels + c) * 5 + s];
    }
  y[i] = sum;
}

// Channels are neighbours in memory.
// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=5,height=9,width=13,filters=19 | batch=1,channels=8,height=8,width=8,filters=64
// FAST_AT batch=32,channels=128,height=32,width=32,filters=128
__global__ void convolution_of_channels_last(const float* x, const float* w, float* y, int batch, int height, int width,
                                             int channels, int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * height * width) return;
  int f = i % filters, q = i / filters % width, p = i / (width * filters) % height, n = i / (width * height * filters);
  float sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s) {
      int row = p + r - 1, column = q + s - 1;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      for (int c = 0; c < channels; ++c)
        sum += x[((n * height + row) * width + column) * channels + c] * w[((f * 3 + r) * 3 + s) * channels + c];
    }
  y[i] = sum;
}

// A filter for each channel: no product.
// SCHEDULES map
// SIZES batch=1,channels=1,height=1,width=1 | batch=2,channels=5,height=9,width=13
// FAST_AT batch=32,channels=128,height=32,width=32
__global__ void depthwise_convolution(const float* x, const float* w, float* y, int batch, int channels, int height,
                                      int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * channels * height * width) return;
  int q = i % width, p = i / width % height, c = i / (width * height) % channels, n = i / (width * height * channels);
  float sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s) {
      int row = p + r - 1, column = q + s - 1;
      if (row >= 0 && row < height && column >= 0 && column < width)
        sum += x[((n * channels + c) * height + row) * width + column] * w[(c * 3 + r) * 3 + s];
    }
  y[i] = sum;
}

// SCHEDULES product tensor warpgroup
// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=5,height=9,width=13,filters=19 | batch=1,channels=8,height=16,width=16,filters=64 | batch=2,channels=24,height=3,width=7,filters=136
// FAST_AT batch=32,channels=128,height=32,width=32,filters=128
// VARIANTS 14
__global__ void convolution_of_halves(const __half* x, const __half* w, __half* y, int batch, int channels, int height,
                                      int width, int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * height * width) return;
  int q = i % width, p = i / width % height, f = i / (width * height) % filters, n = i / (width * height * filters);
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int r = 0; r < 3; ++r)
      for (int s = 0; s < 3; ++s) {
        int row = p + r - 1, column = q + s - 1;
        if (row >= 0 && row < height && column >= 0 && column < width)
          sum += __half2float(x[((n * channels + c) * height + row) * width + column]) *
                 __half2float(w[((f * channels + c) * 3 + r) * 3 + s]);
      }
  y[i] = __float2half(sum);
}

// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=3,height=9,width=13,filters=19 | batch=1,channels=8,height=16,width=16,filters=64 | batch=2,channels=24,height=3,width=7,filters=136 | batch=1,channels=64,height=11,width=5,filters=8
__global__ void convolution_of_halves_last(const __half* x, const __half* w, __half* y, int batch, int height, int width,
                                           int channels, int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * height * width) return;
  int f = i % filters, q = i / filters % width, p = i / (width * filters) % height, n = i / (width * height * filters);
  float sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s) {
      int row = p + r - 1, column = q + s - 1;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      for (int c = 0; c < channels; ++c)
        sum += __half2float(x[((n * height + row) * width + column) * channels + c]) *
               __half2float(w[((f * 3 + r) * 3 + s) * channels + c]);
    }
  y[i] = __float2half(sum);
}

// Window, stride, step and border as arguments; channels are neighbours in the image and not in the filters.
// VARIANTS 3
// SIZES batch=1,channels=8,height=1,width=1,filters=1,kh=3,kw=3,stride=1,step=1,pad=1,oh=1,ow=1 | batch=2,channels=3,height=9,width=11,filters=17,kh=3,kw=5,stride=2,step=1,pad=2,oh=6,ow=6 | batch=1,channels=24,height=8,width=9,filters=20,kh=3,kw=3,stride=1,step=2,pad=2,oh=8,ow=9 | batch=2,channels=64,height=7,width=7,filters=40,kh=2,kw=1,stride=2,step=1,pad=1,oh=4,ow=5 | batch=1,channels=16,height=9,width=9,filters=8,kh=9,kw=9,stride=1,step=1,pad=4,oh=9,ow=9
// FAST_AT batch=32,channels=128,height=56,width=56,filters=128,kh=3,kw=3,stride=2,step=1,pad=1,oh=28,ow=28
__global__ void strided_convolution_of_halves(const __half* x, const __half* w, const float* bias, __half* y, int batch,
                                              int height, int width, int channels, int filters, int kh, int kw,
                                              int stride, int step, int pad, int oh, int ow) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * oh * ow) return;
  int f = i % filters, q = i / filters % ow, p = i / (ow * filters) % oh, n = i / (ow * oh * filters);
  float sum = bias[f];
  for (int r = 0; r < kh; ++r)
    for (int s = 0; s < kw; ++s) {
      int row = p * stride + r * step - pad, column = q * stride + s * step - pad;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      for (int c = 0; c < channels; ++c)
        sum += __half2float(x[((n * height + row) * width + column) * channels + c]) *
               __half2float(w[((f * channels + c) * kh + r) * kw + s]);
    }
  y[i] = __float2half(sum);
}

// No border: every window lies inside of its image.
// SIZES batch=1,channels=1,height=3,width=3,filters=1,oh=1,ow=1 | batch=2,channels=24,height=9,width=7,filters=19,oh=4,ow=3 | batch=1,channels=8,height=17,width=12,filters=64,oh=8,ow=5
// FAST_AT batch=32,channels=128,height=57,width=57,filters=128,oh=28,ow=28
// SHAPE x=batch,channels,height,width
// SHAPE w=filters,channels,9
// SHAPE y=batch,filters,oh,ow
__global__ void convolution_without_border(const __half* x, const __half* w, __half* y, int batch, int channels,
                                           int height, int width, int filters, int oh, int ow) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * oh * ow) return;
  int q = i % ow, p = i / ow % oh, f = i / (ow * oh) % filters, n = i / (ow * oh * filters);
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int r = 0; r < 3; ++r)
      for (int s = 0; s < 3; ++s)
        sum += __half2float(x[((n * channels + c) * height + 2 * p + r) * width + 2 * q + s]) *
               __half2float(w[((f * channels + c) * 3 + r) * 3 + s]);
  y[i] = __float2half(sum);
}

// Groups of channels with filters of their own.
// SIZES batch=1,groups=1,channels=1,length=1,filters=1 | batch=2,groups=3,channels=8,length=37,filters=19 | batch=1,groups=2,channels=12,length=6,filters=40
// FAST_AT batch=32,groups=4,channels=64,length=1024,filters=64
__global__ void grouped_convolution(const __half* x, const __half* w, __half* y, int batch, int groups, int channels,
                                    int length, int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * groups * filters * length) return;
  int f = i % filters, g = i / filters % groups, q = i / (filters * groups) % length, n = i / (length * filters * groups);
  float sum = 0;
  for (int s = 0; s < 3; ++s) {
    int at = q + s - 1;
    if (at < 0 || at >= length) continue;
    for (int c = 0; c < channels; ++c)
      sum += __half2float(x[((n * length + at) * groups + g) * channels + c]) *
             __half2float(w[((g * filters + f) * 3 + s) * channels + c]);
  }
  y[i] = __float2half(sum);
}

// The filters are neighbours in memory, and so are the channels of the image.
// SIZES batch=1,channels=1,height=1,width=1,filters=1 | batch=2,channels=8,height=9,width=5,filters=24 | batch=1,channels=40,height=3,width=7,filters=136
// FAST_AT batch=32,channels=128,height=32,width=32,filters=128
__global__ void convolution_of_filters_last(const __half* x, const __half* w, __half* y, int batch, int height, int width,
                                            int channels, int filters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * filters * height * width) return;
  int f = i % filters, q = i / filters % width, p = i / (width * filters) % height, n = i / (width * height * filters);
  float sum = 0;
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s) {
      int row = p + r - 1, column = q + s - 1;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      for (int c = 0; c < channels; ++c)
        sum += __half2float(x[((n * height + row) * width + column) * channels + c]) *
               __half2float(w[((r * 3 + s) * channels + c) * filters + f]);
    }
  y[i] = __float2half(sum);
}
