// Residual norm of an iterative solver: sum of squares, one resident wave of blocks, one atomic a block.
//
// Healthy: four 16-byte loads in flight per thread, shuffles, one barrier; DRAM is the ceiling.

__global__ void __launch_bounds__(512) residual(const float4* __restrict__ r, float* __restrict__ sum, int quads) {
  __shared__ float part[16];
  float s = 0.0f;
  int stride = gridDim.x * 512, i = blockIdx.x * 512 + threadIdx.x;
  for (; i + 7 * stride < quads; i += 8 * stride) {
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = r[i + k * stride];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += (v[k].x * v[k].x + v[k].y * v[k].y) + (v[k].z * v[k].z + v[k].w * v[k].w);
  }
  for (; i < quads; i += stride) {
    float4 v = r[i];
    s += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
  }
#pragma unroll
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 16) {
    s = part[threadIdx.x];
#pragma unroll
    for (int d = 8; d > 0; d /= 2) s += __shfl_down_sync(0xffffu, s, d);
    if (threadIdx.x == 0) atomicAdd(sum, s);
  }
}
