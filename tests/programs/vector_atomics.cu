// Atomics of vectors and packed halves, summed by all threads: whole numbers, so the order does not matter.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <vector>

#include "check.h"
#include "checksum.h"

constexpr int k_threads = 256, k_blocks = 4;

__global__ void add(float* floats, __half2* halves, __nv_bfloat162* bfloats, unsigned long long* wide) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, slot = i % 8;
  const float a = float(i % 3);
  asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(floats + 4 * slot), "f"(a), "f"(1.0f), "f"(-a),
               "f"(2.0f)
               : "memory");
  asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(floats + 32 + 2 * slot), "f"(a), "f"(0.5f) : "memory");
  const __half2 h = __floats2half2_rn(1, a);
  const unsigned bits = *reinterpret_cast<const unsigned*>(&h);
  asm volatile("red.global.add.noftz.v4.f16x2 [%0], {%1, %1, %1, %1};" ::"l"(halves + 4 * slot), "r"(bits) : "memory");
  atomicAdd(halves + 32 + slot, h);
  atomicAdd(bfloats + slot, __floats2bfloat162_rn(1, -1));
  const __nv_bfloat162 b = __floats2bfloat162_rn(float(i % 7), -float(i % 5));
  const unsigned low = *reinterpret_cast<const unsigned*>(&b);
  asm volatile("red.global.max.noftz.v2.bf16x2 [%0], {%1, %1};" ::"l"(bfloats + 8 + 2 * slot), "r"(low) : "memory");
  asm volatile("red.global.min.noftz.v2.bf16x2 [%0], {%1, %1};" ::"l"(bfloats + 24 + 2 * slot), "r"(low) : "memory");
  // Whoever finds the place as it was counts one and leaves the sum in the other half.
  unsigned long long old[2] = {0, 0};
  for (bool done = false; !done;) {
    unsigned long long seen[2];
    asm volatile(
        "{ .reg .b128 o, n, s; mov.b128 o, {%2, %3}; mov.b128 n, {%4, %5};"
        "atom.global.cas.b128 s, [%6], o, n; mov.b128 {%0, %1}, s; }"
        : "=l"(seen[0]), "=l"(seen[1])
        : "l"(old[0]), "l"(old[1]), "l"(old[0] + 1), "l"(old[1] + i), "l"(wide)
        : "memory");
    done = seen[0] == old[0] && seen[1] == old[1];
    old[0] = seen[0], old[1] = seen[1];
  }
}

int main() {
  float* floats;
  __half2* halves;
  __nv_bfloat162* bfloats;
  unsigned long long* wide;
  CHECK(cudaMalloc(&floats, 48 * 4));
  CHECK(cudaMalloc(&halves, 40 * 4));
  CHECK(cudaMalloc(&bfloats, 40 * 4));
  CHECK(cudaMalloc(&wide, 16));
  CHECK(cudaMemset(floats, 0, 48 * 4));
  CHECK(cudaMemset(halves, 0, 40 * 4));
  CHECK(cudaMemset(bfloats, 0, 40 * 4));
  CHECK(cudaMemset(wide, 0, 16));
  add<<<k_blocks, k_threads>>>(floats, halves, bfloats, wide);
  std::vector<float> f(48);
  std::vector<unsigned> h(40), b(40);
  std::vector<unsigned long long> w(2);
  CHECK(cudaMemcpy(f.data(), floats, 48 * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(h.data(), halves, 40 * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(b.data(), bfloats, 40 * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(w.data(), wide, 16, cudaMemcpyDeviceToHost));
  print_checksum("floats", f);
  print_checksum("halves", h);
  print_checksum("bfloats", b);
  const unsigned long long n = k_threads * k_blocks;
  bool right = w[0] == n && w[1] == n * (n - 1) / 2;
  for (int slot = 0; slot < 8; ++slot) {
    float sum = 0;
    for (unsigned i = slot; i < n; i += 8) sum += float(i % 3);
    right = right && f[4 * slot] == sum && f[4 * slot + 1] == n / 8 && f[4 * slot + 2] == -sum;
    right = right && f[33 + 2 * slot] == n / 16;
    const unsigned packed =
        unsigned(__half_as_ushort(__float2half(sum))) << 16 | __half_as_ushort(__float2half(float(n / 8)));
    right = right && h[4 * slot + 3] == packed && h[32 + slot] == packed;
    right = right && b[8 + 2 * slot] == 0x000040c0u && b[25 + 2 * slot] == 0xc0800000u;  // 6 and 0; 0 and -4
  }
  return verdict(right);
}
