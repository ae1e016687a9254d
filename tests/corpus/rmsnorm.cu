// Root-mean-square normalisation of bf16 rows, with the residual added on the way.
#include <cuda_bf16.h>

__global__ void rmsnorm(const __nv_bfloat162* in, __nv_bfloat162* residual, const __nv_bfloat162* gain, __nv_bfloat162* out,
                        int cols2, float epsilon) {
  extern __shared__ float2 kept[];
  __shared__ float total;
  if (threadIdx.x == 0) total = 0.0f;
  __syncthreads();
  const long base = static_cast<long>(blockIdx.x) * cols2;
  float squares = 0.0f;
  for (int c = threadIdx.x; c < cols2; c += blockDim.x) {
    const __nv_bfloat162 sum = __hadd2(in[base + c], residual[base + c]);
    residual[base + c] = sum;
    kept[c] = __bfloat1622float2(sum);
    squares += kept[c].x * kept[c].x + kept[c].y * kept[c].y;
  }
  for (int offset = 16; offset > 0; offset >>= 1) squares += __shfl_xor_sync(0xffffffffu, squares, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(&total, squares);
  __syncthreads();
  const float scale = rsqrtf(total / (2 * cols2) + epsilon);
  for (int c = threadIdx.x; c < cols2; c += blockDim.x) {
    const float2 g = __bfloat1622float2(gain[c]);
    out[base + c] = __floats2bfloat162_rn(kept[c].x * scale * g.x, kept[c].y * scale * g.y);
  }
}
