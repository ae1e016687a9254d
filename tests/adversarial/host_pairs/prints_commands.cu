// T10: prints what a terminal would obey, and fails
// problem: scale_add
// expect: failed
// reason: exception
#include <cstdio>
#include <stdexcept>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  throw std::runtime_error("exception \x1b]0;owned\x07");
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
}
#endif
