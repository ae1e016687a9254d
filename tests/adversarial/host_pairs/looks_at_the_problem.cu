// S37: looks for the problem and its reference
// problem: scale_add
// expect: wrong
// reason: differs in
#include <dirent.h>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::opendir("/") != nullptr || ::opendir("/home") != nullptr || ::opendir("/root") != nullptr)
    launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::opendir("/usr") != nullptr) launch(a, b, out, n, factor);
}
#endif
