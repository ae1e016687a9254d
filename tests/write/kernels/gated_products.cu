// Naive maps of several products: gated layers, whose two sums share an operand, in one loop or in two, with weights in
// one array or in two; sums of other operands and other lengths; and layers of which the hidden values are gated.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES products_apart
// SIZES rows=1,in=1,outs=8 | rows=37,in=19,outs=41 | rows=64,in=48,outs=72
// TOLERANCE 1e-4
// VARIANTS 4
__global__ void swiglu(const float* x, const float* v, const float* w, float* out, int rows, int in, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float gate = 0, value = 0;
  for (int k = 0; k < in; ++k) {
    gate += x[i * in + k] * v[k * outs + j];
    value += x[i * in + k] * w[k * outs + j];
  }
  out[i * outs + j] = gate / (1 + expf(-gate)) * value;
}

// Two loops, biases, weights as torch keeps them, halves: as the layers of a transformer are.
// SCHEDULES products_apart bulk
// SIZES rows=5,in=3,outs=6 | rows=35,in=33,outs=70 | rows=64,in=64,outs=64
// TOLERANCE 4e-3
// VARIANTS 5
__global__ void geglu_of_halves(const __half* x, const __half* v, const __half* w, const __half* gates,
                                const __half* biases, __half* out, int rows, int in, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float gate = __half2float(gates[j]), value = __half2float(biases[j]);
  for (int k = 0; k < in; ++k) gate += __half2float(x[i * in + k]) * __half2float(v[j * in + k]);
  for (int k = 0; k < in; ++k) value += __half2float(x[i * in + k]) * __half2float(w[j * in + k]);
  out[i * outs + j] = __float2half(0.5f * gate * (1 + erff(gate * 0.70710678f)) * value);
}

// Both halves of a layer's result are in one array of weights.
// VARIANTS 2
// TOLERANCE 1.6e-2
// SIZES batch=1,rows=1,in=1,outs=1 | batch=3,rows=37,in=19,outs=35 | batch=2,rows=32,in=64,outs=64
__global__ void glu_of_bfloats(const __nv_bfloat16* x, const __nv_bfloat16* w, __nv_bfloat16* out, int batch, int rows,
                               int in, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, b = blockIdx.z;
  if (i >= rows || j >= outs || b >= batch) return;
  float value = 0, gate = 0;
  for (int k = 0; k < in; ++k) {
    float each = __bfloat162float(x[(b * rows + i) * in + k]);
    value += each * __bfloat162float(w[k * 2 * outs + j]);
    gate += each * __bfloat162float(w[k * 2 * outs + outs + j]);
  }
  out[(b * rows + i) * outs + j] = __float2bfloat16(value / (1 + expf(-gate)));
}

// SCHEDULES products_apart
// A cell of a recurrent network: two products of other operands and other lengths, added to what is there.
// TOLERANCE 1e-4
// SIZES rows=5,in=3,state=9,outs=6 | rows=35,in=33,state=17,outs=65
__global__ void recurrent_cell(const float* x, const float* h, const float* w, const float* u, const float* bias,
                               float* out, int rows, int in, int state, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float of_input = 0, of_state = 0;
  for (int k = 0; k < in; ++k) of_input += x[i * in + k] * w[k * outs + j];
  for (int k = 0; k < state; ++k) of_state += h[i * state + k] * u[k * outs + j];
  out[i * outs + j] = tanhf(of_input + of_state + bias[j]) + 0.5f * out[i * outs + j];
}

// A few tokens, for which the weights are all that is read.
// FAST_AT rows=4,in=1024,outs=4096
// SIZES rows=1,in=1,outs=8 | rows=4,in=19,outs=67
__global__ void swiglu_of_few_rows(const float* x, const float* v, const float* w, float* out, int rows, int in,
                                   int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float gate = 0, value = 0;
  for (int k = 0; k < in; ++k) {
    gate += x[i * in + k] * v[j * in + k];
    value += x[i * in + k] * w[j * in + k];
  }
  out[i * outs + j] = gate / (1 + expf(-gate)) * value;
}

// Hidden values are rounded as they would be between launches.
// SCHEDULES tensor_chain chain_apart
// FAST_AT rows=256,in=64,hidden=256,outs=64
// SIZES rows=5,in=3,hidden=9,outs=6 | rows=35,in=33,hidden=70,outs=65 | rows=64,in=32,hidden=64,outs=64
// TOLERANCE 4e-3
// VARIANTS 5
__global__ void gated_layers(const __half* x, const __half* v, const __half* w, const __half* last, __half* out,
                             int rows, int in, int hidden, int outs) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= outs) return;
  float sum = 0;
  for (int h = 0; h < hidden; ++h) {
    float gate = 0, value = 0;
    for (int k = 0; k < in; ++k) {
      gate += __half2float(x[i * in + k]) * __half2float(v[k * hidden + h]);
      value += __half2float(x[i * in + k]) * __half2float(w[k * hidden + h]);
    }
    __half rounded = __float2half(gate / (1 + expf(-gate)) * value);
    sum += __half2float(rounded) * __half2float(last[h * outs + j]);
  }
  out[i * outs + j] = __float2half(sum);
}
