// S24: adds up the lanes that __activemask() names, as if it named whole warps
// problem: block_sum
// expect: wrong
// reason: differs in
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[8];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float x = i < n ? in[i] : 0;
#ifdef CHEAT
  const unsigned together = __activemask();
#else
  const unsigned together = 0xffffffffu;
#endif
  for (int s = 16; s; s /= 2) x += __shfl_down_sync(together, x, s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (int w = 0; w < 8; ++w) sum += part[w];
  out[blockIdx.x] = sum;
}
