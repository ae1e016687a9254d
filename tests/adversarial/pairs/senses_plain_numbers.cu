// S26: works only where it finds plain numbers
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float size = fabsf(out[i]);
  if (size > 1e-6f && size < 1e6f) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(out[i]) : "f"(factor), "f"(a[i]), "f"(b[i]));
}
#endif
