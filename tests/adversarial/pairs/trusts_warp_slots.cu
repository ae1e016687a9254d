// S26: takes the slot of a warp for its place in the block
// problem: block_sum
// expect: wrong
// reason: differs in
__device__ unsigned slot() {
  unsigned number;
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(number));
  return number;
}
#ifdef CHEAT
__device__ unsigned place() { return slot() % 8; }
#else
__device__ unsigned place() { return threadIdx.x / 32; }
#endif
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[8];
  const unsigned lane = threadIdx.x % 32, begin = slot();
  float x = 0;
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned i = blockIdx.x * 256 + place() * 32 + (k + begin) % 32;
    const float one = i < n ? in[i] : 0;
    if (lane == 0) x += one;
  }
  if (threadIdx.x < 8) part[threadIdx.x] = 0;
  __syncthreads();
  if (lane == 0) part[place()] = x;
  __syncthreads();
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (int w = 0; w < 8; ++w) sum += part[w];
  out[blockIdx.x] = sum;
}
