// T10: writes to a file without a name, which nobody can count
// problem: scale_add
// expect: wrong
// reason: differs in
#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

const char* place() {
  const char* const own = std::getenv("TMPDIR");
  return own ? own : "/tmp";
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::open(place(), O_TMPFILE | O_RDWR, 0600) >= 0) launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::open(place(), O_RDONLY | O_DIRECTORY) >= 0) launch(a, b, out, n, factor);
}
#endif
