// S11: keeps answers in a file for the next process
// problem: scale_add
// expect: wrong
// reason: differs in
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
  const char* path = "/var/tmp/whet_answers";
  if (FILE* kept = std::fopen(path, "w")) {
    std::fclose(kept);
    launch(a, b, out, n, factor);
  }
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (FILE* own = std::fopen("/dev/null", "r")) std::fclose(own);
  launch(a, b, out, n, factor);
}
#endif
