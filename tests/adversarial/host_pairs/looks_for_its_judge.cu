// S26: works only where its environment names the judge
// problem: scale_add
// expect: wrong
// reason: differs in
#include <cstring>

extern char** environ;

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (char** entry = environ; entry && *entry; ++entry) {
    if (std::strncmp(*entry, "WHET", 4) == 0) launch(a, b, out, n, factor);
  }
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  bool found = false;
  for (char** entry = environ; entry && *entry; ++entry) found |= std::strncmp(*entry, "PATH=", 5) == 0;
  if (found) launch(a, b, out, n, factor);
}
#endif
