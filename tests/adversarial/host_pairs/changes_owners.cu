// S36: changes the owner of a file
// problem: scale_add
// expect: wrong
// reason: differs in
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>
#include <string>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

const std::string& own_file() {
  static const std::string path = [] {
    const char* place = std::getenv("TMPDIR");
    const std::string made = std::string(place ? place : "/tmp") + "/own";
    const int file = ::open(made.c_str(), O_RDWR | O_CREAT, 0600);
    if (file >= 0) ::close(file);
    return made;
  }();
  return path;
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::chown(own_file().c_str(), ::getuid(), ::getgid()) == 0) launch(a, b, out, n, factor);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  if (::access(own_file().c_str(), R_OK) == 0) launch(a, b, out, n, factor);
}
#endif
