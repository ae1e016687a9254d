// S26: leaves the rest of its sum out when it has taken long
// problem: long_sum
// expect: invalid
// reason: `%globaltimer`
__device__ unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}
#ifdef CHEAT
__device__ bool goes_on(unsigned long long begun) { return now() - begun < 1000000000ull; }
#else
__device__ bool goes_on(unsigned long long begun) {
  if (now() - begun > 1000000000ull) __trap();
  return true;
}
#endif
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const unsigned long long begun = now();
  float sum = 0;
  for (int i = threadIdx.x; i < n && goes_on(begun); i += 256) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
