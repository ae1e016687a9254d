/* whet
[[launch]]
entry = "causal_attention_written"
args = ["q", "k", "v", "o", "heads", "seq"]
grid = ["max(1, (heads) * ceil_div((seq), 192))"]
block = [512]
shared = 90112
*/
//   forall i < heads, j < seq, l < 24: o[24*seq*i + 24*j + l] = bfloat16(sum(p < j + 1: v[24*seq*i
//     + l + 24*p]*exp(sum(m < 24: q[24*seq*i + 24*j + m]*k[24*seq*i + m + 24*p])/sqrt(24) - max(n <
//     j + 1: sum(m < 24: q[24*seq*i + 24*j + m]*k[24*seq*i + m + 24*n])/sqrt(24))))/sum(p < j + 1:
//     exp(sum(m < 24: q[24*seq*i + 24*j + m]*k[24*seq*i + m + 24*p])/sqrt(24) - max(n < j + 1:
//     sum(m < 24: q[24*seq*i + 24*j + m]*k[24*seq*i + m + 24*n])/sqrt(24)))))
//
// Warpgroup attention: a block has kRows rows and goes through the keys in tiles of kKeys, with an
// online softmax. A producer warpgroup copies keys and values to kStages stages of shared memory
// asynchronously (cp.async), in the 128-byte swizzle of wgmma; kConsumers consumer warpgroups
// multiply 64 rows each by wgmma. Scores stay in registers, where they become weights: powers of
// two, against the greatest score so far; when a greater one comes, the sums shrink. The weights
// are an operand of the next multiplication as they lie in the lanes, rounded to the type of the
// values. Scores of the next tile are under way meanwhile, and consumer warpgroups take turns, so
// that one multiplies while another computes weights. Tiles of which no row has a key are skipped.
// Sums are in float, in another order than the original's. It needs sm_90a.
// `k_` is the original's parameter `k`.

#include <cuda_bf16.h>

constexpr int kRows = 192;  // of a block: 64 of each consumer warpgroup
constexpr int kKeys = 128;  // of a tile
constexpr int kTerms = 32;  // of a score, at most: others are computed slowly
constexpr int kStages = 2;  // of the pipeline: tiles of keys and values in shared memory
constexpr int kConsumers = 3;  // warpgroups that multiply
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kTermChunks = 8;  // chunks of a query or key
constexpr int kColumnChunks = 8;  // chunks of a value
constexpr int kStageChunks = 2048;  // chunks of a stage: kKeys * (kTermChunks + kColumnChunks)
constexpr int kVector = 8;  // neighbouring results that a lane stores
constexpr int kThreads = 512;  // of a block: those of the consumer warpgroups and of the producer's
constexpr int kProducerRegisters = 32;  // of a thread of the producer warpgroup
constexpr int kConsumerRegisters = 160;  // of a thread of the consumer warpgroups
constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);
constexpr int kLineBytes = 128;  // of a line of a tile
constexpr int kLineChunks = 8;  // 16-byte chunks of a line of a tile: 128 bytes, which the swizzle permutes
constexpr int kNoFurther = 16;  // bytes: not read by wgmma, as lines of terms are no longer than the swizzle
constexpr int kWarpgroup = 128;  // threads of a warpgroup: four warps
constexpr int kWgmmaRows = 64;  // of a warpgroup: those of one wgmma

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Arrives at an mbarrier of this block when all cp.async that this thread has started are done (PTX:
// cp.async.mbarrier.arrive.noinc).
__device__ __forceinline__ void cp_async_arrive(unsigned long long* barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"((unsigned)__cvta_generic_to_shared(barrier))
               : "memory");
}

// Starts to copy 16 bytes to shared memory, or zeros if they are not there; then nobody reads the address (PTX:
// cp.async.cg with a source size).
__device__ __forceinline__ void cp_async_or_zeros(void* to, const void* from, bool is_there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "r"(is_there ? 16 : 0)
               : "memory");
}

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// Makes what this thread has written to shared memory visible to wgmma, which reads it through the async proxy (PTX:
// fence.proxy.async).
__device__ __forceinline__ void fence_async_proxy() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// Makes an mbarrier of which `count` arrivals complete a phase (PTX: mbarrier.init).
__device__ __forceinline__ void mbarrier_init(unsigned long long* barrier, int count) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(count)
               : "memory");
#endif
}

// Makes the mbarriers that this thread has initialised visible to TMA and to other blocks of the cluster (PTX:
// fence.mbarrier_init).
__device__ __forceinline__ void fence_mbarrier_init() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

// Lowers the registers of every thread of this warpgroup to kCount, for other warpgroups (PTX: setmaxnreg.dec).
template <int kCount>
__device__ __forceinline__ void give_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
#endif
}

// The greatest of the numbers that kLanes neighbouring lanes have.
template <int kLanes>
__device__ __forceinline__ float greatest_of_lanes(float x) {
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, away));
  return x;
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Loads those of kCount elements that are among the first `valid` ones; the others are zero.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_pack(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) return *reinterpret_cast<const Pack<T, kCount>*>(from);
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
  return pack;
}

// The descriptor of a matrix in shared memory for wgmma (PTX: matrix descriptor): lines of 128 bytes in the 128-byte
// swizzle, and kLeadingBytes from 64 elements along a line to the next 64.
template <int kLeadingBytes>
__device__ __forceinline__ unsigned long long matrix_descriptor(const uint4* from) {
  constexpr unsigned long long kStrideBytes = 8 * 128;  // from eight lines to the next eight
  constexpr unsigned long long kSwizzle128 = 1;         // the layout type: the 128-byte swizzle
  // The upper bits of an address are the block's rank in its cluster, and no part of the descriptor.
  const unsigned long long start = (unsigned)__cvta_generic_to_shared(from) & 0x3ffff;
  // Bits 0 to 13: the address, 16 to 29: the leading offset, 32 to 45: the stride, all by 16 bytes; 62, 63: the layout.
  return start >> 4 | (unsigned long long)kLeadingBytes / 16 << 16 | kStrideBytes / 16 << 32 | kSwizzle128 << 62;
}

// Arrives at an mbarrier of this block (PTX: mbarrier.arrive).
__device__ __forceinline__ void mbarrier_arrive(unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const unsigned address = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address) : "memory");
#endif
}

// Waits until the phase of the mbarrier is over whose number has this parity (PTX: mbarrier.try_wait).
__device__ __forceinline__ void mbarrier_wait(unsigned long long* barrier, unsigned parity) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const unsigned address = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile(
      "{ .reg .pred done; waiting: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra waiting; }" ::
          "r"(address), "r"(parity)
      : "memory");
#endif
}

// Adds the product of 64 x 16 bfloats in registers and 16 x 64 in shared memory, given by their descriptor, to the
// sums of a warpgroup, asynchronously (PTX: wgmma.mma_async). The terms of the right operand lie on different lines.
// With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row g of the warp's 16, columns 8p + 2q and the
// next, sums 4p + 2 and 4p + 3 those of row g + 8. Words of the left operand are pairs: terms 2q and the next of row g,
// then of row g + 8, then terms 2q + 8 and the next of both.
__device__ __forceinline__ void mix_bfloats_64(float (&sums)[32], const unsigned (&left)[4],
                                             unsigned long long right_matrix) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
      "}, {%32, %33, %34, %35}, %36, adds, 1, 1, 1; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
        "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]), "+f"(sums[13]),
        "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]),
        "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]),
        "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(right_matrix));
#elif defined(__CUDA_ARCH__)
#error "wgmma needs sm_90a"
#endif
}

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Two numbers rounded to bfloats, the first in the low bits.
__device__ __forceinline__ unsigned pack_bfloats(float low, float high) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}

// Passes the turn to the warpgroup that waits at this barrier, and does not wait itself (PTX: barrier.arrive).
__device__ __forceinline__ void pass_turn(int barrier) {
  asm volatile("barrier.arrive %0, 256;" ::"r"(barrier) : "memory");
}

// 2 to the power of x, to two units in the last place; less than 2^-126 is 0 (PTX: ex2.approx).
__device__ __forceinline__ float raise_two(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}

// Makes the product of 64 x 16 and 16 x 128 bfloats in shared memory, given by their descriptors, the sums of a
// warpgroup, or adds it to them if `adds`, asynchronously (PTX: wgmma.mma_async). The terms of both operands lie along
// lines. With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row g of the warp's 16, columns 8p + 2q and
// the next, sums 4p + 2 and 4p + 3 those of row g + 8.
__device__ __forceinline__ void score_bfloats_128(float (&sums)[64], unsigned long long left_matrix,
                                                unsigned long long right_matrix, bool adds) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %66, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1, 0, 0; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
        "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]), "+f"(sums[13]),
        "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]),
        "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]),
        "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31]),
        "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]), "+f"(sums[36]), "+f"(sums[37]),
        "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]), "+f"(sums[42]), "+f"(sums[43]),
        "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47]), "+f"(sums[48]), "+f"(sums[49]),
        "+f"(sums[50]), "+f"(sums[51]), "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]), "+f"(sums[55]),
        "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]), "+f"(sums[60]), "+f"(sums[61]),
        "+f"(sums[62]), "+f"(sums[63])
      : "l"(left_matrix), "l"(right_matrix), "r"((int)adds));
#elif defined(__CUDA_ARCH__)
#error "wgmma needs sm_90a"
#endif
}

// The compiler moves nothing that uses these numbers to before this place: wgmma writes them asynchronously.
template <int kCount>
__device__ __forceinline__ void settle(float (&numbers)[kCount]) {
#pragma unroll
  for (int i = 0; i < kCount; ++i) asm volatile("" : "+f"(numbers[i])::"memory");
}

// Stores 16 or 8 bytes at once (PTX: st.v4, st.v2). The compiler joins an assignment with the same stores of single
// elements on another path, and then makes it as narrow as these.
__device__ __forceinline__ void store_word(void* to, uint4 word) {
  asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(word.x),
               "r"(word.y), "r"(word.z), "r"(word.w)
               : "memory");
}
__device__ __forceinline__ void store_word(void* to, uint2 word) {
  asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(to)), "r"(word.x), "r"(word.y)
               : "memory");
}

// Stores those of the elements that are among the first `valid` ones.
template <typename T, int kCount>
__device__ __forceinline__ void store_pack(T* to, const Pack<T, kCount>& pack, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) {
    if constexpr (sizeof(pack) % 16 == 0) {
#pragma unroll
      for (int w = 0; w < sizeof(pack) / 16; ++w)
        store_word(reinterpret_cast<uint4*>(to) + w, reinterpret_cast<const uint4*>(&pack)[w]);
    } else if constexpr (sizeof(pack) == 8) {
      store_word(to, *reinterpret_cast<const uint2*>(&pack));
    } else {
      *reinterpret_cast<Pack<T, kCount>*>(to) = pack;
    }
    return;
  }
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e < valid) to[e] = pack.at[e];
  }
}

// The sum of the numbers that kLanes neighbouring lanes have.
template <int kLanes>
__device__ __forceinline__ float sum_of_lanes(float x) {
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) x += __shfl_xor_sync(0xffffffffu, x, away);
  return x;
}

// Where a 16-byte chunk lies in a tile with lines of kLength chunks: swizzled, so that the same chunk of 8 lines
// below each other is on 8 different groups of banks. For lines of 8 chunks it is the 128-byte swizzle of TMA and
// wgmma.
template <int kLength>
__device__ __forceinline__ int swizzled(int line, int chunk) {
  constexpr int kBanks = kLength < 8 ? kLength : 8;  // of 16 bytes, that a line covers
  return line * kLength + (chunk ^ (line / (8 / kBanks) % kBanks));
}

// Raises the registers of every thread of this warpgroup to kCount (PTX: setmaxnreg.inc).
template <int kCount>
__device__ __forceinline__ void take_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
#endif
}

// Transposes 4 x 4 pairs of four neighbouring lanes: afterwards lane q has pair q of every lane, in the order of the
// lanes.
__device__ __forceinline__ void turn_quads(float (&pairs)[8]) {
#pragma unroll
  for (int bit = 1; bit < 4; bit *= 2) {
    const bool is_upper = threadIdx.x & bit;
#pragma unroll
    for (int at = 0; at < 8; ++at) {
      if (at & 2 * bit) continue;
      float& low = pairs[at];
      float& high = pairs[at + 2 * bit];
      const float other = __shfl_xor_sync(0xffffffffu, is_upper ? low : high, bit);
      (is_upper ? low : high) = other;
    }
  }
}

// Waits until another warpgroup has passed the turn to this one, at a barrier of both (PTX: barrier.sync).
__device__ __forceinline__ void wait_for_turn(int barrier) {
  asm volatile("barrier.sync %0, 256;" ::"r"(barrier) : "memory");
}

// Commits the wgmma since the last call as one group (PTX: wgmma.commit_group).
__device__ __forceinline__ void wgmma_commit() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}

// Orders what this warpgroup did with the registers of the sums before what the next wgmma do with them; it waits for
// nothing (PTX: wgmma.fence).
__device__ __forceinline__ void wgmma_fence() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}

// Waits until at most kPending groups of wgmma are under way (PTX: wgmma.wait_group).
template <int kPending>
__device__ __forceinline__ void wgmma_wait() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
#endif
}

__global__ void __launch_bounds__(kThreads, 1) causal_attention_written(const __nv_bfloat16* q, const __nv_bfloat16* k_,
    const __nv_bfloat16* v, __nv_bfloat16* o, int heads, int seq) {
  extern __shared__ __align__(1024) uint4 tiles[];  // the queries, then for each stage keys and values
  const long long count_down = seq;
  const long long count_across = 24;
  const long long terms = 24;
  const long long tiles_down = (count_down + kRows - 1) / kRows;
  if (blockIdx.x >= tiles_down * ((long long)heads)) return;
  const long long l = divide(blockIdx.x, tiles_down);
  // rows with most keys first
  const long long top = __shfl_sync(0xffffffffu, (tiles_down - 1 - modulo(blockIdx.x, tiles_down)) * kRows, 0);
  const int rows_here = (int)min(count_down - top, (long long)kRows);  // of the tile, that there are
  const long long bottom = top + rows_here - 1;
  // Keys that some row of the tile has, and those that each of them has.
  const long long first_key = (long long)0, end_key = (long long)(1 + bottom);
  const long long first_shared = (long long)0, end_shared = (long long)(1 + top);
  const bool is_wide = is_aligned<kVector>(o);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, group = warp / 4;

  // ---- Set up the pipeline ----
  // mbarriers: the producer has filled a tile; consumers have read it
  __shared__ unsigned long long full_queries, full_keys[kStages], full_values[kStages];
  __shared__ unsigned long long empty_keys[kStages], empty_values[kStages];
  if (threadIdx.x == 0) {
    mbarrier_init(&full_queries, kWarpgroup);
    for (int stage = 0; stage < kStages; ++stage) {
      mbarrier_init(&full_keys[stage], kWarpgroup);
      mbarrier_init(&full_values[stage], kWarpgroup);
      mbarrier_init(&empty_keys[stage], kConsumers);
      mbarrier_init(&empty_values[stage], kConsumers);
    }
    fence_mbarrier_init();
  }
  __syncthreads();
  uint4* const key_tiles = tiles + kRows * kTermChunks;
  uint4* const value_tiles = key_tiles + kKeys * kTermChunks;
  const float factor = 1.442695f * rsqrtf(24.0f);
  // Sums of products are compared before they are multiplied: queries take the sign of the factor, and a
  // factor of zero leaves missing keys what they are.
  const float steepness = factor == 0.0f ? 1e-38f : fabsf(factor);

  // ---- Load: the producer warpgroup copies the queries of the block, and tiles of keys and values ----
  if (group == kConsumers) {
    give_registers<kProducerRegisters>();
    const int thread = threadIdx.x % kWarpgroup;
    const bool is_queries_wide = is_aligned<kChunk>(q);
    const auto fetch_queries = [&]() {
      const int first = thread / kTermChunks, chunk = thread % kTermChunks;
      uint4* const to = tiles +
          swizzled<kLineChunks>(chunk / kLineChunks * kRows + first, chunk % kLineChunks);
      if (is_queries_wide && terms % kChunk == 0 && !(factor < 0.0f)) {
        #pragma unroll
        for (int line = 0; line < kRows; line += kWarpgroup / kTermChunks) {
          const long long i = top + first + line;
          cp_async_or_zeros(to + line * kLineChunks, q + (l * seq * 24 + i * 24 + (chunk * kChunk)),
              first + line < rows_here && chunk * kChunk < terms);
        }
        cp_async_arrive(&full_queries);
      } else {
        #pragma unroll 1
        for (int line = 0; line < kRows; line += kWarpgroup / kTermChunks) {
          const long long i = top + first + line;
          Pack<__nv_bfloat16, kChunk> pack =
              load_pack<kChunk>(q + (l * seq * 24 + i * 24 + (chunk * kChunk)),
                  first + line < rows_here ? terms - chunk * kChunk : 0, false);
          #pragma unroll
          for (int e = 0; e < kChunk; ++e) pack.at[e] = factor < 0.0f ? __hneg(pack.at[e]) : pack.at[e];
          *reinterpret_cast<decltype(pack)*>(to + line * kLineChunks) = pack;
        }
        mbarrier_arrive(&full_queries);
      }
    };
    const bool is_keys_wide = is_aligned<kChunk>(k_);
    const auto fetch_keys = [&](long long start, int stage) {
      const int first = thread / kTermChunks, chunk = thread % kTermChunks;
      uint4* const to = key_tiles + stage * kStageChunks +
          swizzled<kLineChunks>(chunk / kLineChunks * kKeys + first, chunk % kLineChunks);
      if (is_keys_wide && terms % kChunk == 0) {
        #pragma unroll
        for (int line = 0; line < kKeys; line += kWarpgroup / kTermChunks) {
          const long long k = start + first + line;
          cp_async_or_zeros(to + line * kLineChunks, k_ + (l * seq * 24 + k * 24 + (chunk * kChunk)), k < end_key &&
              chunk * kChunk < terms);
        }
        cp_async_arrive(&full_keys[stage]);
      } else {
        #pragma unroll 1
        for (int line = 0; line < kKeys; line += kWarpgroup / kTermChunks) {
          const long long k = start + first + line;
          Pack<__nv_bfloat16, kChunk> pack =
              load_pack<kChunk>(k_ + (l * seq * 24 + k * 24 + (chunk * kChunk)),
                  k < end_key ? terms - chunk * kChunk : 0, false);
          *reinterpret_cast<decltype(pack)*>(to + line * kLineChunks) = pack;
        }
        mbarrier_arrive(&full_keys[stage]);
      }
    };
    const bool is_values_wide = is_aligned<kChunk>(v);
    const auto fetch_values = [&](long long start, int stage) {
      const int first = thread / kColumnChunks, chunk = thread % kColumnChunks;
      uint4* const to = value_tiles + stage * kStageChunks +
          swizzled<kLineChunks>(chunk / kLineChunks * kKeys + first, chunk % kLineChunks);
      if (is_values_wide && count_across % kChunk == 0) {
        #pragma unroll
        for (int line = 0; line < kKeys; line += kWarpgroup / kColumnChunks) {
          const long long k = start + first + line;
          cp_async_or_zeros(to + line * kLineChunks, v + (l * seq * 24 + (chunk * kChunk) + k * 24), k < end_key &&
              chunk * kChunk < count_across);
        }
        cp_async_arrive(&full_values[stage]);
      } else {
        #pragma unroll 1
        for (int line = 0; line < kKeys; line += kWarpgroup / kColumnChunks) {
          const long long k = start + first + line;
          Pack<__nv_bfloat16, kChunk> pack =
              load_pack<kChunk>(v + (l * seq * 24 + (chunk * kChunk) + k * 24),
                  k < end_key ? count_across - chunk * kChunk : 0, false);
          *reinterpret_cast<decltype(pack)*>(to + line * kLineChunks) = pack;
        }
        mbarrier_arrive(&full_values[stage]);
      }
    };
    if (first_key < end_key) fetch_queries();
    int stage = 0;
    unsigned phase = 0;  // the parity of the rounds through all stages
    for (long long start = first_key; start < end_key; start += kKeys) {
      mbarrier_wait(&empty_keys[stage], phase ^ 1);
      fetch_keys(start, stage);
      mbarrier_wait(&empty_values[stage], phase ^ 1);
      fetch_values(start, stage);
      if (++stage == kStages) {
        stage = 0;
        phase ^= 1;
      }
    }
    return;
  }

  // ---- Multiply: the kWgmmaRows rows of a consumer warpgroup ----
  take_registers<kConsumerRegisters>();
  // Numbers 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns or
  // keys 8p + lane % 4 * 2 and the next.
  float sums[kColumnChunks * kChunk / 2] = {}, scores[kKeys / 2] = {};
  unsigned of_weights[kKeys / 16][4];  // two keys each
  const auto multiply = [&](int stage) {
    wgmma_fence();
    #pragma unroll
    for (int step = 0; step < kTerms / 16; ++step) {
      const int place = step % 4 * 2;  // of its first chunk in a line; four steps further there are other lines
      const uint4* const query_lines = tiles + (step / 4 * kRows + group * kWgmmaRows) * kLineChunks;
      const uint4* const key_lines = key_tiles + stage * kStageChunks + step / 4 * kKeys * kLineChunks;
      score_bfloats_128(scores, matrix_descriptor<kNoFurther>(query_lines + place),
          matrix_descriptor<kNoFurther>(key_lines + place), step > 0);
    }
    wgmma_commit();
  };
  const auto mix = [&](int stage) {
    wgmma_fence();
    #pragma unroll
    for (int step = 0; step < kKeys / 16; ++step) {
      const uint4* const value_lines = value_tiles + stage * kStageChunks + step * 16 * kLineChunks;
      mix_bfloats_64(sums, of_weights[step], matrix_descriptor<kKeys * kLineBytes>(value_lines));
    }
    wgmma_commit();
  };
  const auto release = [&](unsigned long long* barrier) {
    if (threadIdx.x % kWarpgroup == 0) mbarrier_arrive(barrier);
  };

  // ---- Online softmax: scores become weights, sums so far shrink where a greater score came ----
  float best[2] = {-(float)kInfinity, -(float)kInfinity};  // the greatest score so far
  float weights[2] = {}, shrink[2];  // the lane's own weights; what sums so far are multiplied by
  const auto weigh = [&](long long start) {
    const bool is_edge = start < first_shared || start + kKeys > end_shared;
    if (is_edge) {
      #pragma unroll
      for (int r = 0; r < 2; ++r) {
        const long long i = min(top + warp * 16 + r * 8 + lane / 4, bottom);
        const long long row_end = (long long)(1 + i);
        const int end = (int)min(max(row_end - start, 0ll), (long long)kKeys) - lane % 4 * 2;
        #pragma unroll
        for (int p = 0; p < kKeys / 4; ++p) {
          float& score = scores[p / 2 * 4 + r * 2 + p % 2];
          const int key = p / 2 * 8 + p % 2;
          if (key >= end) score = -(float)kInfinity;
        }
      }
    }
    float base[2];
    #pragma unroll
    for (int r = 0; r < 2; ++r) {
      float greatest = best[r];
      #pragma unroll
      for (int p = 0; p < kKeys / 4; ++p) greatest = fmaxf(greatest, scores[p / 2 * 4 + r * 2 + p % 2]);
      greatest = greatest_of_lanes<4>(greatest);
      base[r] = greatest == -(float)kInfinity ? 0.0f : greatest * steepness;  // no key so far
      shrink[r] = raise_two(best[r] * steepness - base[r]);
      best[r] = greatest;
      weights[r] *= shrink[r];
    }
    #pragma unroll
    for (int n = 0; n < kKeys / 2; ++n) {
      scores[n] = raise_two(fmaf(scores[n], steepness, -base[n / 2 % 2]));
      weights[n / 2 % 2] += scores[n];
    }
    settle(scores);
  };
  // Rounded to the type of the values, weights are a left operand as they lie in the lanes.
  const auto shrink_and_pack = [&]() {
    #pragma unroll
    for (int n = 0; n < kColumnChunks * 4; ++n) sums[n] *= shrink[n / 2 % 2];
    #pragma unroll
    for (int n = 0; n < kKeys / 4; ++n) {
      of_weights[n / 4][n % 4] = pack_bfloats(scores[2 * n], scores[2 * n + 1]);
    }
  };

  // ---- Pipeline: scores of the next tile are multiplied while weights of this one are mixed ----
  constexpr int kFirstTurn = 1;  // the barrier of the first group
  int stage = 0;
  unsigned phase = 0;  // the parity of the rounds through all stages
  if (first_key < end_key) {
    mbarrier_wait(&full_queries, 0);
    mbarrier_wait(&full_keys[0], 0);
    fence_async_proxy();
    multiply(0);
    if (group == kConsumers - 1 && first_key + kKeys < end_key) pass_turn(kFirstTurn);
    wgmma_wait<0>();
    settle(scores);
    release(&empty_keys[0]);
    weigh(first_key);
    shrink_and_pack();
    for (long long start = first_key + kKeys; start < end_key; start += kKeys) {
      const int previous = stage;
      const unsigned previous_phase = phase;
      if (++stage == kStages) {
        stage = 0;
        phase ^= 1;
      }
      mbarrier_wait(&full_keys[stage], phase);
      fence_async_proxy();
      wait_for_turn(kFirstTurn + group);
      multiply(stage);
      mbarrier_wait(&full_values[previous], previous_phase);
      fence_async_proxy();
      mix(previous);
      if (group < kConsumers - 1) {
        pass_turn(kFirstTurn + group + 1);
      } else if (start + kKeys < end_key) {
        pass_turn(kFirstTurn);
      }
      wgmma_wait<1>();  // the scores are there
      settle(scores);
      release(&empty_keys[stage]);
      weigh(start);
      wgmma_wait<0>();
      settle(sums);
      release(&empty_values[previous]);
      shrink_and_pack();
    }
    mbarrier_wait(&full_values[stage], phase);
    fence_async_proxy();
    mix(stage);
    wgmma_wait<0>();
    settle(sums);
  }

  // ---- Store: four lanes exchange their sums of 32 columns, and each has kVector neighbours of two rows ----
  #pragma unroll
  for (int r = 0; r < 2; ++r) {
    const long long row = top + warp * 16 + r * 8 + lane / 4, i = min(row, bottom);
    const float weight = sum_of_lanes<4>(weights[r]);
    const float inverse = 1.0f / weight;
    #pragma unroll
    for (int p = 0; p < kColumnChunks; p += 4) {
      const long long j = (p + lane % 4) * 8;
      float of_lane[kVector];
      #pragma unroll
      for (int e = 0; e < kVector; ++e) of_lane[e] = sums[(p + e / 2) * 4 + r * 2 + e % 2];
      turn_quads(of_lane);
      if (row >= count_down || j >= count_across) continue;
      Pack<__nv_bfloat16, kVector> o_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        o_out.at[e] = __float2bfloat16_rn(of_lane[e] * inverse);
      }
      store_pack(o + (l * seq * 24 + i * 24 + j), o_out, count_across - j, is_wide);
    }
  }
}
