// T10: prints without end
// problem: scale_add
// expect: failed
// reason: printed more than
#include <cstdio>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (;;) std::puts("correct correct correct correct correct correct correct correct");
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (int i = 0; i < 10; ++i) std::puts("working");
  launch(a, b, out, n, factor);
}
#endif
