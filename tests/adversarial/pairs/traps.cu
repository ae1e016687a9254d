// T21: stops with an error and leaves the old answer
// problem: scale_add
// expect: failed
// reason: stopped: trap
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) asm volatile("trap;");
  if (i < n) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < 0) asm volatile("trap;");
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
