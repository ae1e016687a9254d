// warp shuffles, then one warp
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[8];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += in[i];
  for (int s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < 8 ? part[threadIdx.x] : 0;
  for (int s = 4; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x == 0) out[0] = sum;
}
