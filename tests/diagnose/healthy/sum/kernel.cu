// Sum of all numbers: grid-stride float4 loads, four in flight, shuffles, one partial sum per block.
__device__ float quad_sum(float4 v) {
  return (v.x + v.y) + (v.z + v.w);
}

__global__ void __launch_bounds__(256)
    partial_sums(const float4* __restrict__ in, float* __restrict__ partial, int quads) {
  __shared__ float warps[8];
  const int step = gridDim.x * 256;
  float a = 0, b = 0, c = 0, d = 0;
  int i = blockIdx.x * 256 + threadIdx.x;
  for (; i + 3 * step < quads; i += 4 * step) {
    const float4 p = in[i], q = in[i + step], r = in[i + 2 * step], s = in[i + 3 * step];
    a += quad_sum(p);
    b += quad_sum(q);
    c += quad_sum(r);
    d += quad_sum(s);
  }
  for (; i < quads; i += step) a += quad_sum(in[i]);
  float sum = (a + b) + (c + d);
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < 8 ? warps[threadIdx.x] : 0.0f;
#pragma unroll
  for (int distance = 4; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
