// Naive chains of products, in which each element of the result computes the hidden values anew: layers one after the
// other, products of three matrices in either order, batches, operands in any order of memory.
#include <cuda_fp16.h>

// SCHEDULES chain chain_apart
// SIZES rows=1,in=1,hidden=1,outs=8 | rows=37,in=19,hidden=67,outs=41 | rows=64,in=48,hidden=96,outs=72
// TOLERANCE 1e-4
// VARIANTS 40
__global__ void two_layers(const float* x, const float* w1, const float* b1, const float* w2, const float* b2,
                           float* out, int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = 0;
    for (int k = 0; k < in; ++k) value += x[i * in + k] * w1[k * hidden + h];
    sum += fmaxf(value + b1[h], 0.0f) * w2[h * outs + j];
  }
  out[i * outs + j] = sum + b2[j];
}

// VARIANTS 2
// SIZES m=3,n=5,k=1,l=7 | m=67,n=33,k=37,l=35 | m=48,n=128,k=20,l=64
__global__ void three_matrices(const float* a, const float* b, const float* c, float* out, int m, int n, int k, int l,
                               float alpha) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int h = 0; h < l; ++h) {
    float inner = 0;
    for (int t = 0; t < k; ++t) inner += a[i * k + t] * b[t * l + h];
    sum += inner * c[h * n + j];
  }
  out[i * n + j] = alpha * sum;
}

// The inner product is the right operand, and the result is added to.
__global__ void right_product_first(const float* a, const float* b, const float* c, float* out, int m, int n, int k,
                                    int l, float alpha, float beta) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int h = 0; h < l; ++h) {
    float inner = 0;
    for (int t = 0; t < k; ++t) inner += b[h * k + t] * c[t * n + j];
    sum += a[i * l + h] * inner;
  }
  out[i * n + j] = alpha * sum + beta * out[i * n + j];
}

// Weights as torch keeps them, a stride over all elements, a map that needs the hidden value twice.
// SIZES rows=5,in=3,hidden=9,outs=6 | rows=35,in=33,hidden=70,outs=65 | rows=32,in=64,hidden=64,outs=64
__global__ void layers_of_silu(const float* x, const float* w1, const float* b1, const float* w2, const float* residual,
                               float* out, int rows, int in, int hidden, int outs) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < rows * outs; e += gridDim.x * blockDim.x) {
    int i = e / outs, j = e % outs;
    float sum = 0;
    for (int h = 0; h < hidden; ++h) {
      float value = b1[h];
      for (int k = 0; k < in; ++k) value += x[i * in + k] * w1[h * in + k];
      sum += value / (1 + expf(-value)) * w2[j * hidden + h];
    }
    out[e] = sum + residual[e];
  }
}

// SIZES batch=1,rows=1,in=1,hidden=1,outs=8 | batch=3,rows=37,in=19,hidden=35,outs=41 | batch=2,rows=32,in=32,hidden=40,outs=64
__global__ void layers_of_batches(const float* x, const float* w1, const float* w2, float* out, int batch, int rows,
                                  int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, b = blockIdx.z;
  if (i >= rows || j >= outs || b >= batch) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = 0;
    for (int k = 0; k < in; ++k) value += x[(b * rows + i) * in + k] * w1[(b * in + k) * hidden + h];
    sum += tanhf(value) * w2[(b * hidden + h) * outs + j];
  }
  out[(b * rows + i) * outs + j] = sum;
}

// Hidden values that their row scales, of units that are left out or leak.
// SIZES rows=5,in=3,hidden=9,outs=6 | rows=35,in=33,hidden=70,outs=65
// SHAPE scale=rows
// SHAPE mask=hidden
__global__ void scaled_layers(const float* x, const float* w1, const float* scale, const float* mask, const float* w2,
                              float* out, int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = 0;
    for (int k = 0; k < in; ++k) value += x[i * in + k] * w1[k * hidden + h];
    value *= scale[i];
    sum += (value > 0 ? value : mask[h] * value) * w2[h * outs + j];
  }
  out[i * outs + j] = sum;
}

// SHAPE mask=hidden
__global__ void chosen_layers(const float* x, const float* w1, const unsigned char* mask, const float* w2, float* out,
                              int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = 0;
    for (int k = 0; k < in; ++k) value += x[i * in + k] * w1[k * hidden + h];
    if (value < 0.25f || !mask[h]) value = 0;
    sum += value * w2[h * outs + j];
  }
  out[i * outs + j] = sum;
}

// SIZES rows=5,in=3,hidden=9,outs=6 | rows=35,in=33,hidden=70,outs=65 | rows=64,in=32,hidden=64,outs=64
// Tensor cores get hidden values that are rounded to halves, as the class of the results allows.
// SCHEDULES tensor_chain chain chain_apart
// TOLERANCE 4e-2
// VARIANTS 5
__global__ void layers_of_halves(const __half* x, const __half* w1, const __half* b1, const __half* w2, __half* out,
                                 int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = __half2float(b1[h]);
    for (int k = 0; k < in; ++k) value += __half2float(x[i * in + k]) * __half2float(w1[k * hidden + h]);
    sum += fmaxf(value, 0.0f) * __half2float(w2[h * outs + j]);
  }
  out[i * outs + j] = __float2half(sum);
}

// A few tokens, for which the weights are all that is read.
// SCHEDULES chain chain_apart
// FAST_AT rows=4,in=1024,hidden=4096,outs=1024
// SIZES rows=1,in=1,hidden=1,outs=8 | rows=4,in=19,hidden=67,outs=41 | rows=7,in=64,hidden=96,outs=72
// TOLERANCE 1e-4
// VARIANTS 2
__global__ void layers_of_few_rows(const float* x, const float* w1, const float* b1, const float* w2, float* out,
                                   int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = 0;
    for (int k = 0; k < in; ++k) value += x[i * in + k] * w1[k * hidden + h];
    sum += fmaxf(value + b1[h], 0.0f) * w2[h * outs + j];
  }
  out[i * outs + j] = sum;
}

// FAST_AT rows=64,in=32,hidden=64,outs=64
// SIZES rows=5,in=3,hidden=9,outs=6 | rows=35,in=33,hidden=38,outs=65
// TOLERANCE 1e-9
__global__ void layers_of_doubles(const double* x, const double* w1, const double* w2, double* out, int rows, int in,
                                  int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  double sum = 0;
  for (int h = 0; h < hidden; ++h) {
    double value = 0;
    for (int k = 0; k < in; ++k) value += x[i * in + k] * w1[k * hidden + h];
    sum += fmax(value, 0.0) * w2[h * outs + j];
  }
  out[i * outs + j] = sum;
}
