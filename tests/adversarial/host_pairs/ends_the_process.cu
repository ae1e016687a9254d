// T10: ends the process and says all is well
// problem: scale_add
// expect: failed
// reason: ended by itself
#include <cstdio>
#include <unistd.h>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::printf("{\"outcome\": \"correct\"}\n");
  std::fflush(stdout);
  _exit(0);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::printf("%d values\n", n);
  launch(a, b, out, n, factor);
}
#endif
