/* whet
[[launch]]
entry = "product_of_halves_written"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["max(1, 1 * ceil_div((m), 64) * ceil_div((n), 128))"]
block = [128]
shared = 98304
*/
//   forall i < m, j < n: c[n*i + j] = half(sum(l < k: a[k*i + l]*b[n*l + j]))
//
// Warpgroup: a warpgroup multiplies 64 rows with kTileN columns by wgmma, both operands read from
// shared memory; the products of a tile are under way while those of the next begin. Tiles of
// kTileK terms are copied to kStages stages of shared memory asynchronously (cp.async), kStages - 2
// ahead; their 16-byte chunks lie in the 128-byte swizzle of wgmma. kGroup tiles below each other
// run side by side and share what they read in L2. It needs sm_90a. Products of halves are exact in
// float; their sums are rounded in float, by the tensor cores and in another order than the
// original's.
// `k_` is the original's parameter `k`.

#include <cuda_fp16.h>

constexpr int kTileM = 64;  // rows of a block: 64 of each warpgroup
constexpr int kTileN = 128;  // columns of a block
constexpr int kTileK = 64;  // terms of a stage: 128 bytes
constexpr int kStages = 4;  // of the pipeline: tiles of both operands in shared memory
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kStageChunks = 1536;  // chunks of a stage: (kTileM + kTileN) * kTileK / kChunk
constexpr int kVector = 8;  // neighbouring results that a lane stores
constexpr int kThreads = 128;  // of a block: 2 * kTileM
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr int kAsIs = 0;  // the terms of an operand lie along its lines (PTX: wgmma, imm-trans)
constexpr int kLineBytes = 128;  // of a line of a tile
constexpr int kLineChunks = 8;  // 16-byte chunks of a line of a tile: 128 bytes, which the swizzle permutes
constexpr int kNoFurther = 16;  // bytes: not read by wgmma, as lines of terms are no longer than the swizzle
constexpr int kTransposed = 1;  // the terms of an operand lie on different lines (PTX: wgmma, imm-trans)
constexpr int kWgmmaRows = 64;  // of a warpgroup: those of one wgmma

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Commits the cp.async since the last call as one group (PTX: cp.async.commit_group).
__device__ __forceinline__ void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most kPending groups of cp.async are under way (PTX: cp.async.wait_group).
template <int kPending>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// Makes what this thread has written to shared memory visible to wgmma, which reads it through the async proxy (PTX:
// fence.proxy.async).
__device__ __forceinline__ void fence_async_proxy() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// Starts to copy 16 bytes to shared memory, past L1 (PTX: cp.async.cg).
__device__ __forceinline__ void cp_async(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
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

// Brings the elements of a 16-byte chunk that are among the first `valid` ones to shared memory, and zeros for the
// others: by cp.async where the chunk is whole and its address allows it.
template <typename T>
__device__ __forceinline__ void fetch_chunk(uint4* to, const T* from, int valid, bool is_wide) {
  constexpr int kCount = 16 / sizeof(T);
  if (is_wide && valid >= kCount) {
    cp_async(to, from);
  } else {
    *reinterpret_cast<Pack<T, kCount>*>(to) = load_pack<kCount>(from, valid, false);
  }
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
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

// Two numbers rounded to halves, the first in the low bits.
__device__ __forceinline__ unsigned pack_halves(float low, float high) {
  const __half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Where a tile lies, in grouped raster order: kGroup tiles below each other come one after the other, so that blocks
// that run at the same time share in L2 what they read.
struct TilePlace {
  long long down, across;
};
template <int kGroup>
__device__ __forceinline__ TilePlace place_of_tile(long long tile, long long tiles_down, long long tiles_across) {
  const long long group = divide(tile, kGroup * tiles_across), in_group = modulo(tile, kGroup * tiles_across);
  const long long height = min((long long)kGroup, tiles_down - group * kGroup);
  return {group * kGroup + modulo(in_group, height), divide(in_group, height)};
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

// Where a 16-byte chunk lies in a tile with lines of kLength chunks: swizzled, so that the same chunk of 8 lines
// below each other is on 8 different groups of banks. For lines of 8 chunks it is the 128-byte swizzle of TMA and
// wgmma.
template <int kLength>
__device__ __forceinline__ int swizzled(int line, int chunk) {
  constexpr int kBanks = kLength < 8 ? kLength : 8;  // of 16 bytes, that a line covers
  return line * kLength + (chunk ^ (line / (8 / kBanks) % kBanks));
}

// Transposes 4 x 4 words of four neighbouring lanes: afterwards lane q has word q of every lane, in the order of the
// lanes.
__device__ __forceinline__ void turn_words(unsigned (&words)[4]) {
#pragma unroll
  for (int bit = 1; bit < 4; bit *= 2) {
    const bool is_upper = threadIdx.x & bit;
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      if (at & bit) continue;
      unsigned& low = words[at];
      unsigned& high = words[at + bit];
      const unsigned other = __shfl_xor_sync(0xffffffffu, is_upper ? low : high, bit);
      (is_upper ? low : high) = other;
    }
  }
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

// Adds the product of 64 x 16 and 16 x 128 halves in shared memory, given by their descriptors, to the sums of a
// warpgroup, asynchronously (PTX: wgmma.mma_async). The predicate says whether sums are added to; the ones after it
// leave the signs of the operands as they are. kTransposedLeft and kTransposedRight: 1 where the terms of an operand
// lie on different lines. With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row g of the warp's 16,
// columns 8p + 2q and the next, sums 4p + 2 and 4p + 3 those of row g + 8.
template <int kTransposedLeft, int kTransposedRight>
__device__ __forceinline__ void wgmma_halves_128(float (&sums)[64], unsigned long long left_matrix,
                                                 unsigned long long right_matrix, bool adds = true) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %68, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1, %66, %67; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
        "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]),
        "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]),
        "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]),
        "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]),
        "+f"(sums[31]), "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]), "+f"(sums[36]),
        "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]), "+f"(sums[42]),
        "+f"(sums[43]), "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47]), "+f"(sums[48]),
        "+f"(sums[49]), "+f"(sums[50]), "+f"(sums[51]), "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]),
        "+f"(sums[55]), "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]), "+f"(sums[60]),
        "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63])
      : "l"(left_matrix), "l"(right_matrix), "n"(kTransposedLeft), "n"(kTransposedRight), "r"((int)adds));
#elif defined(__CUDA_ARCH__)
#error "wgmma needs sm_90a"
#endif
}

// Waits until at most kPending groups of wgmma are under way (PTX: wgmma.wait_group).
template <int kPending>
__device__ __forceinline__ void wgmma_wait() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
#endif
}

__global__ void __launch_bounds__(kThreads) product_of_halves_written(const __half* a, const __half* b, __half* c,
    int m, int n, int k_) {
  extern __shared__ __align__(1024) uint4 tiles[];  // for each stage a tile of the left operand and one of the right
  const long long count_down = m;  // rows of the result
  const long long count_across = n;  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across) return;
  const TilePlace tile = place_of_tile<kGroup>(blockIdx.x, tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);
  const long long terms = k_;
  const bool is_wide = is_aligned<kVector>(c) && n % kVector == 0;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  // ---- Load: a tile of both operands, kTileK terms from `start` on, to a stage ----
  const bool is_left_wide = is_aligned<kChunk>(a) && k_ % kChunk == 0;
  const auto fetch_left = [&](long long start, int stage, bool is_whole) {
    uint4* const to = tiles + stage * kStageChunks;
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p) {
      const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
      const int chunk = threadIdx.x % (kTileK / kChunk);
      const long long i = tile_row + line, k = start + chunk * kChunk;
      fetch_chunk(to + swizzled<kLineChunks>(line, chunk), a + (i * k_ + k),
          is_whole ? kChunk : line < rows_here ? terms_here - chunk * kChunk : 0, is_whole || is_left_wide);
    }
  };

  const bool is_right_wide = is_aligned<kChunk>(b) && n % kChunk == 0;
  const auto fetch_right = [&](long long start, int stage, bool is_whole) {
    uint4* const to = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    const int terms_here = (int)min(terms - start, (long long)kTileK);
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kChunk / kThreads; ++p) {
      const int line = threadIdx.x / (kTileN / kChunk) + p * (kThreads / (kTileN / kChunk));
      const int chunk = threadIdx.x % (kTileN / kChunk);
      const long long j = tile_column + chunk * kChunk, k = start + line;
      fetch_chunk(to + swizzled<kLineChunks>(chunk / kLineChunks * kTileK + line, chunk % kLineChunks), b + (k * n + j),
          is_whole ? kChunk : line < terms_here ? columns_here - chunk * kChunk : 0, is_whole || is_right_wide);
    }
  };

  // ---- Multiply: the warpgroup's kWgmmaRows rows with all columns of the tile ----
  // Sums 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns
  // 8p + lane % 4 * 2 and the next.
  float sums[kTileN / 2] = {};
  constexpr int kWgmmaTerms = 16;  // of one wgmma: 32 bytes
  const auto multiply = [&](int stage) {
    const uint4* const left_tile = tiles + stage * kStageChunks + warp / 4 * kWgmmaRows * kTileK / kChunk;
    const uint4* const right_tile = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    wgmma_fence();
    #pragma unroll
    for (int step = 0; step < kTileK / kWgmmaTerms; ++step) {
      const unsigned long long left_matrix = matrix_descriptor<kNoFurther>(left_tile + step * (kWgmmaTerms / kChunk));
      const unsigned long long right_matrix =
          matrix_descriptor<kTileK * kLineBytes>(right_tile + step * kWgmmaTerms * kLineChunks);
      wgmma_halves_128<kAsIs, kTransposed>(sums, left_matrix, right_matrix);
    }
    wgmma_commit();
  };

  // ---- Pipeline: load kStages - 2 tiles ahead, multiply ----
  for (int stage = 0; stage < kStages - 2; ++stage) {
    if (stage * kTileK < terms) {
      fetch_left(stage * kTileK, stage, false);
      fetch_right(stage * kTileK, stage, false);
    }
    cp_async_commit();
  }
  int stage = 0;
  // Tiles of which everything is there need no comparisons.
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN && is_left_wide && is_right_wide;
  for (long long start = 0; start < terms; start += kTileK) {
    cp_async_wait<kStages - 3>();
    fence_async_proxy();
    __syncthreads();  // the tile is there, and no wgmma reads the one two before
    const long long next = start + (kStages - 2) * kTileK;
    const int free = stage < 2 ? stage + kStages - 2 : stage - 2;
    if (has_whole_tiles && next + kTileK <= terms) {
      fetch_left(next, free, true);
      fetch_right(next, free, true);
    } else if (next < terms) {
      fetch_left(next, free, false);
      fetch_right(next, free, false);
    }
    cp_async_commit();
    multiply(stage);
    wgmma_wait<1>();
    stage = stage + 1 == kStages ? 0 : stage + 1;
  }
  wgmma_wait<0>();
  settle(sums);

  // ---- Store: four lanes exchange their sums of 32 columns, and each has kVector neighbours of two rows ----
  #pragma unroll
  for (int p = 0; p < kTileN / 8; p += 4) {
    const long long j = tile_column + (p + lane % 4) * 8;
    #pragma unroll
    for (int s = 0; s < 2; ++s) {
      const long long i = tile_row + warp * 16 + s * 8 + lane / 4;
      Pack<__half, kVector> pack;
      unsigned(&words)[4] = reinterpret_cast<unsigned(&)[4]>(pack);  // each two neighbouring results
      #pragma unroll
      for (int unit = 0; unit < 4; ++unit) {
        float pair[2];
        #pragma unroll
        for (int e = 0; e < 2; ++e) {
          pair[e] = sums[(p + unit) * 4 + s * 2 + e];
        }
        words[unit] = pack_halves(pair[0], pair[1]);
      }
      turn_words(words);
      if (i >= count_down || j >= count_across) continue;
      store_pack(c + (i * n + j), pack, count_across - j, is_wide);
    }
  }
}
