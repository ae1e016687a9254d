// T10: moves its judge to another core
// problem: scale_add
// expect: wrong
// reason: differs in
#include <sched.h>
#include <unistd.h>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

bool pins(pid_t whom) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  return ::sched_setaffinity(whom, sizeof cores, &cores) == 0;
}
bool sees_cores() {
  cpu_set_t cores;
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0;
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (pins(::getppid())) launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (sees_cores()) launch(a, b, out, n, factor);
}
#endif
