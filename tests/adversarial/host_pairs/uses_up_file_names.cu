// T21: makes files by the thousand
// problem: scale_add
// expect: failed
// reason: to its directory
#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <string>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

bool put(int number, size_t bytes) {
  static const std::string zeros(1 << 20, 'x');
  const char* const place = std::getenv("TMPDIR");
  const std::string path = std::string(place ? place : "/tmp") + "/" + std::to_string(number);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return false;
  for (size_t done = 0; done < bytes; done += zeros.size())
    (void)!::write(file, zeros.data(), std::min(zeros.size(), bytes - done));
  ::close(file);
  return true;
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  for (int i = 0; i < 4000; ++i) put(i, 1);
  launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  put(1, 1 << 20);
  launch(a, b, out, n, factor);
}
#endif
