// RMS norm of rows of 4096 halves: a block of 256 threads keeps its row in registers, 16 halves a thread.
//
// Healthy: the row is read once and written once by 16-byte accesses; one barrier a row; DRAM is the ceiling.

__device__ float2 to_float(unsigned h) {
  float2 f;
  asm("{.reg .f16 a, b; mov.b32 {a, b}, %2; cvt.f32.f16 %0, a; cvt.f32.f16 %1, b;}" : "=f"(f.x), "=f"(f.y) : "r"(h));
  return f;
}

__device__ unsigned to_half(float a, float b) {
  unsigned h;
  asm("cvt.rn.f16x2.f32 %0, %2, %1;" : "=r"(h) : "f"(a), "f"(b));
  return h;
}

__global__ void __launch_bounds__(256) rmsnorm(const uint4* __restrict__ x, const uint4* __restrict__ gain, uint4* __restrict__ y) {
  __shared__ float part[8];
  size_t row = (size_t)blockIdx.x * 512;
  uint4 q[2] = {x[row + threadIdx.x], x[row + 256 + threadIdx.x]};
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    float2 f = to_float((&q[k / 4].x)[k % 4]);
    sum = fmaf(f.x, f.x, fmaf(f.y, f.y, sum));
  }
#pragma unroll
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  float4 a = ((const float4*)part)[0], b = ((const float4*)part)[1];
  float scale = __frsqrt_rn((((a.x + a.y) + (a.z + a.w)) + ((b.x + b.y) + (b.z + b.w))) * (1.0f / 4096) + 1e-5f);
#pragma unroll
  for (int h = 0; h < 2; ++h) {
    uint4 g = gain[h * 256 + threadIdx.x], out;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      float2 f = to_float((&q[h].x)[k]), w = to_float((&g.x)[k]);
      (&out.x)[k] = to_half(f.x * scale * w.x, f.y * scale * w.y);
    }
    y[row + h * 256 + threadIdx.x] = out;
  }
}
