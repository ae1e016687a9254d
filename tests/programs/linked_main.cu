// Device code of two files, linked (nvcc -rdc=true): functions, variables, a virtual table and a template of both.
#include "linked.h"

#include "check.h"
#include "checksum.h"

static __device__ int factor = 3;  // each file has its own
__device__ int visits;

static __device__ __noinline__ int twist(int x) {
  return x * factor;
}

__global__ void walk(const Step* const* steps, int count, int* out) {
  int x = twist(threadIdx.x);
  for (int i = 0; i < count; ++i) x = steps[i]->apply(x);
  out[threadIdx.x] = mix(x) + weights[threadIdx.x % 4] * clamp_to<int>(x, 50);
  atomicAdd(&visits, 1);
}

int main() {
  int *out, total = 0;
  CHECK(cudaMallocManaged(&out, 64 * sizeof(int)));
  const Step** steps;
  CHECK(cudaMalloc(&steps, 2 * sizeof(Step*)));
  make_steps(steps);
  walk<<<1, 64>>>(steps, 2, out);
  finish(out);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpyFromSymbol(&total, visits, sizeof total));
  bool right = total == 64;
  for (int i = 0; i < 64; ++i) {
    const int x = (i * 3 + 4) * 2;
    right &= out[i] == (x + 7) * 10 + (i % 4 + 1) * 100 * (x > 50 ? 50 : x) + 64;
  }
  print_checksum("linked", std::vector<int>(out, out + 64));
  return verdict(right);
}
