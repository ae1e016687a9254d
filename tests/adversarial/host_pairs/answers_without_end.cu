// T10: announces an answer of four gigabytes
// problem: scale_add
// expect: failed
// reason: answer is not valid
#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

// The number of the request at hand, which nobody can guess: the text of the one launch so far is still about somewhere.
long request_number() {
  long number = 0;
  std::ifstream maps("/proc/self/maps");
  const int memory = ::open("/proc/self/mem", O_RDONLY);
  for (std::string line; memory >= 0 && std::getline(maps, line);) {
    unsigned long from = 0, to = 0;
    if (line.find(" rw-p ") == std::string::npos || std::sscanf(line.c_str(), "%lx-%lx", &from, &to) != 2) continue;
    std::string bytes(std::min(to - from, 64ul << 20), 0);
    const ssize_t got = ::pread(memory, bytes.data(), bytes.size(), static_cast<off_t>(from));
    if (got <= 0) continue;
    bytes.resize(static_cast<size_t>(got));
    const std::string launch = "\"call\":\"launch\",", id = "\"id\":";
    for (size_t at = bytes.find(launch); at != std::string::npos; at = bytes.find(launch, at + 1)) {
      const size_t found = bytes.find(id, at);
      if (found == std::string::npos || found > at + 2000) continue;
      const long read = std::atol(bytes.c_str() + found + id.size());
      if (read > 0) number = read;
    }
  }
  return number;
}

// Answers in the server's stead, and keeps it from answering.
[[noreturn]] void answer(const std::string& head) {
  const auto length = static_cast<unsigned>(head.size());
  (void)!::write(3, &length, sizeof length);
  for (size_t sent = 0; sent < head.size();) {
    const ssize_t put = ::write(3, head.data() + sent, head.size() - sent);
    if (put <= 0) break;
    sent += static_cast<size_t>(put);
  }
  for (;;) ::pause();
}

std::string numbered(const std::string& members) {
  return "{" + members + "\"id\":" + std::to_string(request_number()) + "}";
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  const unsigned length = ~0u;
  (void)!::write(3, &length, sizeof length);
  answer(std::string(1 << 20, ' '));
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
}
#endif
