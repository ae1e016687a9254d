// S24: warps read what the first warp has written, without a barrier
// problem: block_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ volatile float part[8];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float sum = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32) return;
  const float before = warp ? part[warp - 1] : 0;
  part[warp] = before + sum;
  if (warp == 7) out[blockIdx.x] = before + sum;
}
#else
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ volatile float part[8];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float sum = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;
  float all = 0;
  for (int warp = 0; warp < 8; ++warp) all += part[warp];
  out[blockIdx.x] = all;
}
#endif
