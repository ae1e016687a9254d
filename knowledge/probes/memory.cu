// Bandwidth of DRAM, L2 and shared memory. A thread moves 16 bytes at a time; a warp moves neighbouring ones.
typedef unsigned int u32;
typedef unsigned long long u64;

// Element i of an array, so that every result can be foretold.
__device__ inline u32 content(u32 i) { return i * 2654435761u ^ 0x9e3779b9u; }

__device__ inline u32 folded(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

// XOR over the lanes of a warp, which stores one word.
__device__ inline void leave(u32 sum, u32* out) {
  for (int step = 16; step > 0; step /= 2) sum ^= __shfl_xor_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
}

// Each block: 4 x 16 bytes a thread.
extern "C" __global__ void __launch_bounds__(256) probe_write(uint4* to) {
  const u32 first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
  for (u32 i = 0; i < 4; ++i) {
    const u32 at = first + 256 * i;
    to[at] = make_uint4(content(4 * at), content(4 * at + 1), content(4 * at + 2), content(4 * at + 3));
  }
}

extern "C" __global__ void __launch_bounds__(256) probe_read(const uint4* from, u32* out) {
  const u32 first = blockIdx.x * 1024 + threadIdx.x;
  uint4 value[4];
#pragma unroll
  for (u32 i = 0; i < 4; ++i) value[i] = __ldg(from + first + 256 * i);
  leave(folded(value[0]) ^ folded(value[1]) ^ folded(value[2]) ^ folded(value[3]), out);
}

// Reads and writes that take turns often disturb DRAM least: small blocks, one access a thread. On an H200 that is 5 %
// faster than four accesses a thread.
extern "C" __global__ void __launch_bounds__(128) probe_copy(const uint4* from, uint4* to) {
  const u32 at = blockIdx.x * 128 + threadIdx.x;
  to[at] = __ldg(from + at);
}

// A load that the compiler cannot take out of a loop, past L1.
__device__ inline uint4 load_l2(const uint4* from) {
  uint4 v;
  asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}

// Each block reads its own 32 KiB again and again.
extern "C" __global__ void __launch_bounds__(512, 4) probe_l2(const uint4* from, u32* out, int passes) {
  const uint4* const mine = from + blockIdx.x * 2048 + threadIdx.x;
  u32 sum = 0;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    uint4 value[4];
#pragma unroll
    for (u32 i = 0; i < 4; ++i) value[i] = load_l2(mine + 512 * i);
    sum = sum * 3 + (folded(value[0]) ^ folded(value[1]) ^ folded(value[2]) ^ folded(value[3]));
  }
  leave(sum, out);
}

// Each block reads 16 KiB of shared memory `passes` times, 16 bytes a lane without bank conflicts.
extern "C" __global__ void __launch_bounds__(256, 8) probe_shared(const uint4* from, u32* out, int passes) {
  __shared__ uint4 tile[1024];
  for (u32 i = threadIdx.x; i < 1024; i += 256) tile[i] = from[i];
  __syncthreads();
  u32 sum = 0;
  u32 at = threadIdx.x;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    uint4 value[4];
#pragma unroll
    for (u32 i = 0; i < 4; ++i) value[i] = tile[at ^ 256 * i];
    sum = sum * 3 + (folded(value[0]) ^ folded(value[1]) ^ folded(value[2]) ^ folded(value[3]));
    at = (at + 32) & 1023;
  }
  leave(sum, out);
}
