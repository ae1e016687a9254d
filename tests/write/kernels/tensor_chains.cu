// Naive chains of products of halves and bfloats: hidden values on either side, operands in any order of memory, batches,
// maps of hidden values that need their row or their unit, gated hidden values, more terms than shared memory keeps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES tensor_chain chain_apart
// FAST_AT batch=2,rows=128,in=64,hidden=256,outs=64
// SIZES batch=1,rows=1,in=1,hidden=1,outs=8 | batch=2,rows=37,in=19,hidden=35,outs=41 | batch=1,rows=70,in=264,hidden=136,outs=40
// TOLERANCE 3e-2
// VARIANTS 4
__global__ void scaled_layers_of_bfloats(const __nv_bfloat16* x, const __nv_bfloat16* w1, const float* b1,
                                         const __nv_bfloat16* scale, const __nv_bfloat16* w2,
                                         const __nv_bfloat16* residual, __nv_bfloat16* out, int batch, int rows, int in,
                                         int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, b = blockIdx.z;
  if (i >= rows || j >= outs || b >= batch) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = b1[h];
    for (int k = 0; k < in; ++k)
      value += __bfloat162float(x[(b * rows + i) * in + k]) * __bfloat162float(w1[(b * hidden + h) * in + k]);
    value *= __bfloat162float(scale[b * rows + i]) * 0.1f;
    __nv_bfloat16 rounded = __float2bfloat16(value / (1 + expf(-value)));
    sum += __bfloat162float(rounded) * __bfloat162float(w2[j * hidden + h]);
  }
  out[(b * rows + i) * outs + j] = __float2bfloat16(sum + __bfloat162float(residual[(b * rows + i) * outs + j]));
}

// The hidden values are the right operand, and the result is added to.
// FAST_AT m=64,n=128,k=128,l=256
// SIZES m=3,n=5,k=1,l=7 | m=67,n=33,k=37,l=71 | m=24,n=72,k=264,l=64
// VARIANTS 1
__global__ void right_chain_of_halves(const __half* a, const __half* b, const __half* c, const __half* bias, __half* out,
                                      int m, int n, int k, int l) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int h = 0; h < l; ++h) {
    float inner = __half2float(bias[h]);
    for (int t = 0; t < k; ++t) inner += __half2float(b[h * k + t]) * __half2float(c[t * n + j]);
    sum += __half2float(a[i * l + h]) * tanhf(0.125f * inner);
  }
  out[i * n + j] = __float2half(0.125f * sum + __half2float(out[i * n + j]));
}

// The same with all operands turned.
__global__ void turned_right_chain(const __half* a, const __half* b, const __half* c, const __half* mask, __half* out,
                                   int m, int n, int k, int l) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int h = 0; h < l; ++h) {
    float inner = 0;
    for (int t = 0; t < k; ++t) inner += __half2float(b[t * l + h]) * __half2float(c[j * k + t]);
    sum += __half2float(a[h * m + i]) * tanhf(inner * __half2float(mask[j * l + h]));
  }
  out[i * n + j] = __float2half(0.25f * sum);
}

// Inputs lie along the rows; units beyond the last would be infinite.
// FAST_AT rows=128,in=64,hidden=256,outs=64
// SIZES rows=5,in=3,hidden=9,outs=6 | rows=70,in=33,hidden=70,outs=35 | rows=32,in=328,hidden=64,outs=136
__global__ void turned_layers(const __half* x, const __half* w1, const __half* w2, __half* out, int rows, int in,
                              int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float value = 0;
    for (int k = 0; k < in; ++k) value += __half2float(x[k * rows + i]) * __half2float(w1[k * hidden + h]);
    sum += logf(fabsf(value) * (hidden - h)) * __half2float(w2[h * outs + j]);
  }
  out[i * outs + j] = __float2half(0.125f * sum);
}

// A gated layer between a chain's products, with weights of both sums in one array.
__global__ void gated_chain(const __half* x, const __half* v, const __half* bias, const __half* last, __half* out,
                            int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float gate = __half2float(bias[h]), value = __half2float(bias[hidden + h]);
    for (int k = 0; k < in; ++k) {
      gate += __half2float(x[i * in + k]) * __half2float(v[h * in + k]);
      value += __half2float(x[i * in + k]) * __half2float(v[(hidden + h) * in + k]);
    }
    gate *= 0.125f;
    value *= 0.125f;
    sum += gate / (1 + expf(-gate)) * value * __half2float(last[j * hidden + h]);
  }
  out[i * outs + j] = __float2half(sum);
}
