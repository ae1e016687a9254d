// S26: takes the number of its SM for the number of its block
// problem: scale_add
// expect: wrong
// reason: differs in
__device__ unsigned sm() {
  unsigned number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
}
#ifdef CHEAT
__device__ unsigned block() { return sm() % gridDim.x; }
#else
__device__ unsigned block() { return blockIdx.x; }
#endif
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = block() * blockDim.x + (threadIdx.x + sm()) % blockDim.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
