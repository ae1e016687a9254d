// The rate of tensor cores by mma.sync.
// `TYPE` says which type is multiplied. A row of A and of B has 32 bytes along k whatever the type, so one layout serves all.
#define FP16 1
#define BF16 2
#define TF32 3
#define INT8 4
#define FP8 5
#if TYPE == FP16
#define INSTRUCTION "m16n8k16.row.col.f32.f16.f16.f32"
#elif TYPE == BF16
#define INSTRUCTION "m16n8k16.row.col.f32.bf16.bf16.f32"
#elif TYPE == TF32
#define INSTRUCTION "m16n8k8.row.col.f32.tf32.tf32.f32"
#elif TYPE == INT8
#define INSTRUCTION "m16n8k32.row.col.s32.s8.s8.s32"
#elif TYPE == FP8
#define INSTRUCTION "m16n8k32.row.col.f32.e4m3.e4m3.f32"
#endif
#if TYPE == INT8
typedef int Sum;
#define SUM "+r"
#else
typedef float Sum;
#define SUM "+f"
#endif
typedef unsigned int u32;
constexpr int k_tiles = 8;  // independent accumulators of a warp

__device__ inline void multiply(Sum (&d)[4], const u32 (&a)[4], const u32 (&b)[2]) {
  asm volatile("mma.sync.aligned." INSTRUCTION " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : SUM(d[0]), SUM(d[1]), SUM(d[2]), SUM(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// `a`: 16 rows of 8 words; `b`: 8 rows of 8 words. Each warp adds their product `4 * passes` times to each of 8 tiles of
// 16 x 8, and stores the sum of the tiles.
extern "C" __global__ void __launch_bounds__(256) probe_mma(const u32* a, const u32* b, Sum* out, int passes) {
  const u32 lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const u32 group = lane / 4, quad = lane % 4;
  u32 fragment_a[4], fragment_b[2];
#pragma unroll
  for (int i = 0; i < 4; ++i) fragment_a[i] = a[(group + 8 * (i & 1)) * 8 + quad + 4 * (i >> 1)];
#pragma unroll
  for (int i = 0; i < 2; ++i) fragment_b[i] = b[group * 8 + quad + 4 * i];
  Sum d[k_tiles][4] = {};
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
    for (int i = 0; i < 4 * k_tiles; ++i) multiply(d[i % k_tiles], fragment_a, fragment_b);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    Sum sum = 0;
#pragma unroll
    for (int tile = 0; tile < k_tiles; ++tile) sum += d[tile][i];
    out[warp * 128 + (group + 8 * (i >> 1)) * 8 + 2 * quad + (i & 1)] = sum;
  }
}
