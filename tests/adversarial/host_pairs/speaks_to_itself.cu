// T10: makes a pair of sockets to stand between judge and server
// problem: scale_add
// expect: wrong
// reason: differs in
#include <sys/socket.h>
#include <unistd.h>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

int ends[2];

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::pipe(ends) == 0 && ::close(ends[0]) == 0 && ::close(ends[1]) == 0) launch(a, b, out, n, factor);
}
#endif
