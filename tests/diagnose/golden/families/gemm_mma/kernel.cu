// A half product on tensor cores: 128 by 128 a block, 64 by 64 a warp. Both matrices lie in the order of the fragments,
// as weights do that were packed beforehand: [m / 16][k / 16][lane][8] and [n / 8][k / 16][lane][4].
#include <cuda_fp16.h>

constexpr int k_deep = 4;  // fragments of a stage, 16 deep each
constexpr int k_a_words = 8 * k_deep * 32 * 4, k_b_words = 16 * k_deep * 32 * 2;

__device__ void fetch(unsigned* to, const unsigned* from, int words) {
  for (int i = threadIdx.x * 4; i < words; i += 128 * 4)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to + i)),
                 "l"(from + i));
}

__device__ void multiply(float (&d)[4], const uint4& a, const uint2& b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}

__device__ void fetch_stage(unsigned* stage, const unsigned* a, const unsigned* b, int s, int depth) {
  for (int i = 0; i < 8; ++i)
    fetch(stage + i * k_deep * 128, a + ((blockIdx.y * 8 + i) * depth + s * k_deep) * 128, k_deep * 128);
  for (int j = 0; j < 16; ++j)
    fetch(stage + k_a_words + j * k_deep * 64, b + ((blockIdx.x * 16 + j) * depth + s * k_deep) * 64, k_deep * 64);
  asm volatile("cp.async.commit_group;");
}

__global__ void __launch_bounds__(128) gemm_mma(const unsigned* a, const unsigned* b, float* c, int n, int k) {
  extern __shared__ uint4 storage[];
  unsigned* const stages = reinterpret_cast<unsigned*>(storage);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, depth = k / 16, count = depth / k_deep;
  float sum[4][8][4] = {};
  fetch_stage(stages, a, b, 0, depth);
  fetch_stage(stages + k_a_words + k_b_words, a, b, 1, depth);
  for (int s = 0; s < count; ++s) {
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    if (s + 2 < count)
      fetch_stage(stages + (s + 2) % 3 * (k_a_words + k_b_words), a, b, s + 2, depth);
    else
      asm volatile("cp.async.commit_group;");
    const unsigned* const from = stages + s % 3 * (k_a_words + k_b_words);
    const uint4* const fa = reinterpret_cast<const uint4*>(from) + warp / 2 * 4 * k_deep * 32 + lane;
    const uint2* const fb = reinterpret_cast<const uint2*>(from + k_a_words) + warp % 2 * 8 * k_deep * 32 + lane;
#pragma unroll
    for (int d = 0; d < k_deep; ++d) {
      uint4 x[4];
      uint2 y[8];
#pragma unroll
      for (int i = 0; i < 4; ++i) x[i] = fa[(i * k_deep + d) * 32];
#pragma unroll
      for (int j = 0; j < 8; ++j) y[j] = fb[(j * k_deep + d) * 32];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) multiply(sum[i][j], x[i], y[j]);
    }
  }
  const int row = blockIdx.y * 128 + warp / 2 * 64 + lane / 4, column = blockIdx.x * 128 + warp % 2 * 64 + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int h = 0; h < 2; ++h)
        *reinterpret_cast<float2*>(c + (row + i * 16 + h * 8) * n + column + j * 8) =
            make_float2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}
