// The rate of tensor cores by wgmma (sm_90a): 64 x 256 a warpgroup, both operands in shared memory.
// `TYPE` says which type is multiplied. A row of A and of B has 32 bytes along k whatever the type, so one layout serves all.
#define FP16 1
#define BF16 2
#define TF32 3
#define INT8 4
#define FP8 5
#if TYPE == FP16
#define INSTRUCTION "k16.f32.f16.f16"
#define TAIL ", p, 1, 1, 0, 0;"
#elif TYPE == BF16
#define INSTRUCTION "k16.f32.bf16.bf16"
#define TAIL ", p, 1, 1, 0, 0;"
#elif TYPE == TF32
#define INSTRUCTION "k8.f32.tf32.tf32"
#define TAIL ", p, 1, 1;"
#elif TYPE == INT8
#define INSTRUCTION "k32.s32.s8.s8"
#define TAIL ", p;"
#elif TYPE == FP8
#define INSTRUCTION "k32.f32.e4m3.e4m3"
#define TAIL ", p, 1, 1;"
#endif
#if TYPE == INT8
typedef int Sum;
#define SUM "+r"
#else
typedef float Sum;
#define SUM "+f"
#endif
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ inline void multiply(Sum (&d)[128], u64 a, u64 b, u32 adds) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %130, 0; wgmma.mma_async.sync.aligned.m64n256" INSTRUCTION " {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
      "}, %128, %129" TAIL "}"
      : SUM(d[0]), SUM(d[1]), SUM(d[2]), SUM(d[3]), SUM(d[4]), SUM(d[5]), SUM(d[6]), SUM(d[7]),
        SUM(d[8]), SUM(d[9]), SUM(d[10]), SUM(d[11]), SUM(d[12]), SUM(d[13]), SUM(d[14]), SUM(d[15]),
        SUM(d[16]), SUM(d[17]), SUM(d[18]), SUM(d[19]), SUM(d[20]), SUM(d[21]), SUM(d[22]), SUM(d[23]),
        SUM(d[24]), SUM(d[25]), SUM(d[26]), SUM(d[27]), SUM(d[28]), SUM(d[29]), SUM(d[30]), SUM(d[31]),
        SUM(d[32]), SUM(d[33]), SUM(d[34]), SUM(d[35]), SUM(d[36]), SUM(d[37]), SUM(d[38]), SUM(d[39]),
        SUM(d[40]), SUM(d[41]), SUM(d[42]), SUM(d[43]), SUM(d[44]), SUM(d[45]), SUM(d[46]), SUM(d[47]),
        SUM(d[48]), SUM(d[49]), SUM(d[50]), SUM(d[51]), SUM(d[52]), SUM(d[53]), SUM(d[54]), SUM(d[55]),
        SUM(d[56]), SUM(d[57]), SUM(d[58]), SUM(d[59]), SUM(d[60]), SUM(d[61]), SUM(d[62]), SUM(d[63]),
        SUM(d[64]), SUM(d[65]), SUM(d[66]), SUM(d[67]), SUM(d[68]), SUM(d[69]), SUM(d[70]), SUM(d[71]),
        SUM(d[72]), SUM(d[73]), SUM(d[74]), SUM(d[75]), SUM(d[76]), SUM(d[77]), SUM(d[78]), SUM(d[79]),
        SUM(d[80]), SUM(d[81]), SUM(d[82]), SUM(d[83]), SUM(d[84]), SUM(d[85]), SUM(d[86]), SUM(d[87]),
        SUM(d[88]), SUM(d[89]), SUM(d[90]), SUM(d[91]), SUM(d[92]), SUM(d[93]), SUM(d[94]), SUM(d[95]),
        SUM(d[96]), SUM(d[97]), SUM(d[98]), SUM(d[99]), SUM(d[100]), SUM(d[101]), SUM(d[102]), SUM(d[103]),
        SUM(d[104]), SUM(d[105]), SUM(d[106]), SUM(d[107]), SUM(d[108]), SUM(d[109]), SUM(d[110]), SUM(d[111]),
        SUM(d[112]), SUM(d[113]), SUM(d[114]), SUM(d[115]), SUM(d[116]), SUM(d[117]), SUM(d[118]), SUM(d[119]),
        SUM(d[120]), SUM(d[121]), SUM(d[122]), SUM(d[123]), SUM(d[124]), SUM(d[125]), SUM(d[126]), SUM(d[127])
      : "l"(a), "l"(b), "r"(adds));
}

// Rows in groups of eight, 16 bytes of each side by side; the second half of k follows 128 bytes later.
__device__ inline u64 describe(const void* matrix) {
  const u64 start = (u64)__cvta_generic_to_shared(matrix);
  return (start & 0x3ffff) >> 4 | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}

// Stores rows of 8 words as `describe` says; all loads are under way at once.
template <int rows>
__device__ inline void place(u32* to, const u32* from) {
  u32 values[rows / 32];
#pragma unroll
  for (int i = 0; i < rows / 32; ++i) values[i] = __ldg(from + threadIdx.x + 256 * i);
#pragma unroll
  for (int i = 0; i < rows / 32; ++i) {
    const u32 at = threadIdx.x + 256 * i, row = at / 8, word = at % 8;
    to[row / 8 * 64 + word / 4 * 32 + row % 8 * 4 + word % 4] = values[i];
  }
}

// `a`: 64 rows of 8 words; `b`: 256 rows of 8 words. Each warpgroup adds their product `8 * passes` times to one tile of
// 64 x 256, and stores the sum of its 32 parts of 64 x 8.
extern "C" __global__ void __launch_bounds__(256) probe_wgmma(const u32* a, const u32* b, Sum* out, int passes) {
  __shared__ __align__(1024) u32 tile_a[64 * 8], tile_b[256 * 8];
  place<64>(tile_a, a);
  place<256>(tile_b, b);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const u64 at_a = describe(tile_a), at_b = describe(tile_b);
  Sum d[128];
#pragma unroll
  for (int i = 0; i < 128; ++i) d[i] = 0;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int i = 0; i < 8; ++i) multiply(d, at_a, at_b, 1);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  const u32 lane = threadIdx.x % 32, warp = threadIdx.x % 128 / 32, group = lane / 4, quad = lane % 4;
  Sum* const mine = out + (blockIdx.x * 2 + threadIdx.x / 128) * (64 * 8);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    Sum sum = 0;
#pragma unroll
    for (int block = 0; block < 32; ++block) sum += d[4 * block + i];
    mine[(16 * warp + group + 8 * (i >> 1)) * 8 + 2 * quad + (i & 1)] = sum;
  }
}
