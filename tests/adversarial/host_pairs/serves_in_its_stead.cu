// T10: does its first work, and then answers in the server's stead that all is done
// problem: scale_add
// expect: failed
// reason: had not been asked
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

void send_answer(const std::string& head) {
  const auto length = static_cast<unsigned>(head.size());
  (void)!::write(3, &length, sizeof length);
  (void)!::write(3, head.data(), head.size());
}

// Takes the place of the server for good: answers every request as it would.
std::string receive_request() {
  unsigned length = 0;
  if (::read(3, &length, sizeof length) != sizeof length) ::_exit(0);
  std::string head(length, 0);
  for (size_t got = 0; got < head.size();) {
    const ssize_t more = ::read(3, head.data() + got, head.size() - got);
    if (more <= 0) ::_exit(0);
    got += static_cast<size_t>(more);
  }
  return head;
}

// The sizes of what follows the head, one for each argument.
void skip_blobs(const std::string& head) {
  const std::string mark = "\"blobs\":[";
  size_t at = head.find(mark);
  if (at == std::string::npos) return;
  for (at += mark.size(); at < head.size() && head[at] != ']'; ++at) {
    std::string blob(std::strtoul(head.c_str() + at, nullptr, 10), 0);
    if (!blob.empty()) (void)!::read(3, blob.data(), blob.size());
    while (at < head.size() && head[at] != ',' && head[at] != ']') ++at;
    if (head[at] == ']') break;
  }
}

[[noreturn]] void serve() {
  for (;;) {
    const std::string head = receive_request(), mark = "\"id\":";
    skip_blobs(head);
    send_answer("{\"id\":" + std::to_string(std::atol(head.c_str() + head.find(mark) + mark.size())) + ",\"module\":1}");
  }
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
  cudaDeviceSynchronize();
  send_answer("{\"id\":" + std::to_string(request_number()) + "}");
  serve();
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
  cudaDeviceSynchronize();
}
#endif
