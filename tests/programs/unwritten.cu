// Prints what memory holds before anybody wrote it.
#include <vector>

#include "check.h"

__global__ void look(const unsigned* fresh, unsigned* out) {
  __shared__ unsigned shared[32];
  volatile unsigned stack[8];
  const auto* heap = static_cast<const volatile unsigned*>(malloc(64));
  out[0] = fresh[3];
  out[1] = shared[5];
  out[2] = stack[out[4] % 8];
  out[3] = heap[7];
}

int main() {
  unsigned *fresh, *out;
  CHECK(cudaMalloc(&fresh, 1 << 20));
  CHECK(cudaMalloc(&out, 20));
  CHECK(cudaMemset(out, 0, 20));
  look<<<1, 1>>>(fresh, out);
  std::vector<unsigned> seen(4);
  CHECK(cudaMemcpy(seen.data(), out, 16, cudaMemcpyDeviceToHost));
  for (const unsigned word : seen) std::printf("%08x%s\n", word, word == 0 ? " zero" : "");
  return 0;
}
