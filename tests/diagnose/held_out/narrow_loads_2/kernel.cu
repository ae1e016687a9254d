// Weights of a quantised network: int8 to half (kept as its 16 bits), with a scale for each group of 128.
//
// Wrong:  a grid-stride loop that loads one int8 and stores one half at a time.
// Rules:  each warp has 32 bytes in flight per load; far too few for the memory, and eight times the instructions.
// Mend:   load 16 bytes (int4) and store two float4-wide groups of halves.

__global__ void dequantise(const signed char* __restrict__ q, const float* __restrict__ scale, unsigned short* __restrict__ w, int n) {
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = (float)q[i] * scale[i >> 7];
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(v));
    w[i] = h;
  }
}
