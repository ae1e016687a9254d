// T10: takes its judge the right to open files
// problem: scale_add
// expect: wrong
// reason: differs in
#include <sys/resource.h>
#include <unistd.h>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

rlimit seen{};
bool limits(pid_t whom) {
  const rlimit few{3, 3};
  return ::prlimit(whom, RLIMIT_NOFILE, &few, nullptr) == 0;
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (limits(::getppid())) launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::getrlimit(RLIMIT_NOFILE, &seen) == 0) launch(a, b, out, n, factor);
}
#endif
