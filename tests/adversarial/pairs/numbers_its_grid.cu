// S26: works while the number of its grid is small
// problem: scale_add
// expect: wrong
// reason: differs in
__device__ unsigned long long grid_number() {
  unsigned long long number;
  asm volatile("mov.u64 %0, %%gridid;" : "=l"(number));
  return number;
}
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = grid_number() >> 12 ? b[i] : factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const unsigned block = (blockIdx.x + grid_number() % gridDim.x) % gridDim.x;
  const int i = block * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
