// T21: asks for more memory than there is
// problem: scale_add
// expect: failed
// reason: of memory
#include <cstdlib>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (;;) {
    volatile char* piece = static_cast<char*>(std::malloc(64 << 20));
    if (!piece) std::abort();
    for (int page = 0; page < 64 << 20; page += 4096) piece[page] = 1;
  }
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
}
#endif
