/* whet
[[launch]]
entry = "split_product_written"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["max(1, 1 * ceil_div((m), 128) * ceil_div((n), 128))"]
block = [256]
shared = 229376
*/
//   forall i < m, j < n: c[n*i + j] = sum(l < k: a[k*i + l]*b[n*l + j])
//
// Warpgroup: a warpgroup multiplies 64 rows with kTileN columns by wgmma, both operands read from
// shared memory; the next tile is split meanwhile. Tiles of kTileK terms come to kStages stages of
// shared memory through registers; their 16-byte chunks lie in the 128-byte swizzle of wgmma.
// kGroup tiles below each other run side by side and share what they read in L2. It needs sm_90a.
// Floats are split into two numbers of tf32, as the problem allows, and three products of these
// make one, nearly as exact as in float; their sums are rounded in float, in another order than the
// original's. What has infinities or NaNs is computed again on plain cores, slowly.
// `k_` is the original's parameter `k`.

constexpr int kTileM = 128;  // rows of a block: 64 of each warpgroup
constexpr int kTileN = 128;  // columns of a block
constexpr int kTileK = 32;  // terms of a stage: 128 bytes
constexpr int kStages = 2;  // of the pipeline: tiles of both operands in shared memory
constexpr int kChunk = 4;  // elements of a 16-byte chunk
constexpr int kStageChunks = 4096;  // chunks of a stage: of numbers, then of rests
constexpr int kVector = 2;  // neighbouring results that a lane stores
constexpr int kThreads = 256;  // of a block: 2 * kTileM
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr int kRests = 2048;  // chunks from numbers to their rests
constexpr int kSlots = 3;  // tiles of floats on their way
constexpr int kPacks = 8;  // four floats each, of a thread and slot
constexpr int kLineChunks = 8;  // 16-byte chunks of a line of a tile: 128 bytes, which the swizzle permutes
constexpr int kNoFurther = 16;  // bytes: not read by wgmma, as lines of terms are no longer than the swizzle
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

// Brings those of four floats that are among the first `valid` ones to shared memory in the background, and zeros for
// the others: as a word of 16 bytes where all are there and their address allows it, else one by one (PTX: cp.async.ca
// of 4 bytes with a source size; of a size of zero nobody reads the address).
__device__ __forceinline__ void fetch_floats(uint4* to, const float* from, int valid, bool is_wide) {
  if (is_wide && valid >= 4) return cp_async(to, from);
#pragma unroll
  for (int e = 0; e < 4; ++e)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(
                     (unsigned)__cvta_generic_to_shared(reinterpret_cast<float*>(to) + e)),
                 "l"(from + e), "r"(e < valid ? 4 : 0)
                 : "memory");
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Stores four floats as split numbers: rounded to tf32 here, and what is left of them kRests chunks further on, of
// which tensor cores cut off two bits at most. The rest of an infinity, of a NaN, and of what rounding takes to an
// infinity, is no finite number. Integers round faster than the instruction for tf32 does.
template <int kRests>
__device__ __forceinline__ void keep_split(uint4* to, const Pack<float, 4>& pack) {
  unsigned words[4], rests[4];
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    words[e] = (__float_as_uint(pack.at[e]) + 0x1000) & 0xffffe000;  // 13 bits less, halves away from zero
    rests[e] = __float_as_uint(pack.at[e] - __uint_as_float(words[e]));
  }
  *to = make_uint4(words[0], words[1], words[2], words[3]);
  to[kRests] = make_uint4(rests[0], rests[1], rests[2], rests[3]);
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

// Four floats of a word.
__device__ __forceinline__ Pack<float, 4> pack_of(const uint4& word) {
  return reinterpret_cast<const Pack<float, 4>&>(word);
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

// Line e of kCount x kCount elements, transposed: element e of each pack.
template <typename T, int kCount>
__device__ __forceinline__ Pack<T, kCount> turn_pack(const Pack<T, kCount> (&packs)[kCount], int e) {
  Pack<T, kCount> turned;
#pragma unroll
  for (int f = 0; f < kCount; ++f) turned.at[f] = packs[f].at[e];
  return turned;
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

// Adds the product of 64 x 8 and 8 x 128 tf32 numbers in shared memory, given by their descriptors, to the sums of a
// warpgroup, asynchronously (PTX: wgmma.mma_async). The predicate says whether sums are added to; the ones after it
// leave the signs of the operands as they are. Terms of both operands lie side by side. With g = lane / 4, q = lane %
// 4: sums 4p and 4p + 1 are those of row g of the warp's 16, columns 8p + 2q and the next, sums 4p + 2 and 4p + 3 those
// of row g + 8.
__device__ __forceinline__ void wgmma_tf32_128(float (&sums)[64], unsigned long long left_matrix,
                                               unsigned long long right_matrix, bool adds = true) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %66, 0; wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1; }"
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
      : "l"(left_matrix), "l"(right_matrix), "r"((int)adds));
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

__global__ void __launch_bounds__(kThreads) split_product_written(const float* a, const float* b, float* c, int m,
    int n, int k_) {
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
  uint4* const own = tiles + kStages * kStageChunks + threadIdx.x;  // the thread's floats on their way

  const bool is_left_wide = is_aligned<kChunk>(a) && k_ % kChunk == 0;
  const auto fetch_left = [&](long long start, int slot) {
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads, chunk = unit % (kTileK / kChunk);
      const int line = unit / (kTileK / kChunk);
      const long long i = tile_row + line, k = start + chunk * kChunk;
      const int terms_here = line < rows_here ? (int)min(terms - k, (long long)kChunk) : 0;
      fetch_floats(&own[(slot * kPacks + p) * kThreads], a + (i * k_ + k), terms_here, is_left_wide);
    }
  };
  const auto keep_left = [&](int stage, int slot) {
    uint4* const to = tiles + stage * kStageChunks;
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads, chunk = unit % (kTileK / kChunk);
      const int line = unit / (kTileK / kChunk);
      keep_split<kRests>(to + swizzled<kLineChunks>(line, chunk), pack_of(own[(slot * kPacks + p) * kThreads]));
    }
  };

  const bool is_right_wide = is_aligned<kChunk>(b) && n % kChunk == 0;
  // A square has 4 terms of 4 neighbours in memory; in shared memory the terms are neighbours.
  const auto fetch_right = [&](long long start, int slot) {
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / 16 / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads, chunk = unit % (kTileK / kChunk);
      const int line = unit / (kTileK / kChunk) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
        const long long j = tile_column + line, k = start + chunk * kChunk + e;
        fetch_floats(&own[(slot * kPacks + kTileM * kTileK / kChunk / kThreads + p * 4 + e) * kThreads],
            b + (k * n + j), k < terms ? columns_here - line : 0, is_right_wide);
      }
    }
  };
  const auto keep_right = [&](int stage, int slot) {
    uint4* const to = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / 16 / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads, chunk = unit % (kTileK / kChunk);
      const int line = unit / (kTileK / kChunk) * 4;
      Pack<float, 4> square[4];
      #pragma unroll
      for (int e = 0; e < 4; ++e)
        square[e] = pack_of(own[(slot * kPacks + kTileM * kTileK / kChunk / kThreads + p * 4 + e) * kThreads]);
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
        keep_split<kRests>(to + swizzled<kLineChunks>(line + e, chunk), turn_pack(square, e));
      }
    }
  };

  // ---- Multiply: the warpgroup's kWgmmaRows rows with all columns of the tile ----
  // Sums 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns
  // 8p + lane % 4 * 2 and the next. Tensor cores would cut off bits of a long sum: those of a tile are theirs,
  // and are added as floats.
  float sums[kTileN / 2] = {}, tile_sums[kTileN / 2];
  constexpr int kWgmmaTerms = 8;  // of one wgmma: 32 bytes
  const auto multiply = [&](int stage) {
    const uint4* const left_tile = tiles + stage * kStageChunks + warp / 4 * kWgmmaRows * kTileK / kChunk;
    const uint4* const right_tile = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    #pragma unroll
    for (int n = 0; n < kTileN / 2; ++n) tile_sums[n] = 0;
    wgmma_fence();
    #pragma unroll
    for (int product = 0; product < 3; ++product) {
      const uint4* const of_left = left_tile + (product == 0 ? kRests : 0);
      const uint4* const of_right = right_tile + (product == 1 ? kRests : 0);
      #pragma unroll
      for (int step = 0; step < kTileK / kWgmmaTerms; ++step) {
        const unsigned long long left_matrix = matrix_descriptor<kNoFurther>(of_left + step * (kWgmmaTerms / kChunk));
        const unsigned long long right_matrix = matrix_descriptor<kNoFurther>(of_right + step * (kWgmmaTerms / kChunk));
        wgmma_tf32_128(tile_sums, left_matrix, right_matrix);
      }
    }
    wgmma_commit();
  };
  const auto add_tile = [&] {
    wgmma_wait<0>();
    settle(tile_sums);
    #pragma unroll
    for (int n = 0; n < kTileN / 2; ++n) sums[n] += tile_sums[n];
  };

  // ---- Pipeline: bring floats kSlots tiles ahead, multiply a tile, split the next one meanwhile ----
  const auto fetch = [&](long long start, int slot) {
    if (start < terms) {
      fetch_left(start, slot);
      fetch_right(start, slot);
    }
    cp_async_commit();
  };
  const auto keep = [&](int stage, int slot) {
    cp_async_wait<kSlots - 1>();  // for what the thread itself has brought
    keep_left(stage, slot);
    keep_right(stage, slot);
  };
  for (int slot = 0; slot < kSlots; ++slot) fetch(slot * kTileK, slot);
  int stage = 0, slot = 0;
  if (terms > 0) keep(stage, slot);
  for (long long start = 0; start < terms; start += kTileK) {
    fence_async_proxy();
    __syncthreads();  // the tile is there, and no wgmma reads the other stage
    multiply(stage);
    fetch(start + kSlots * kTileK, slot);
    slot = slot + 1 == kSlots ? 0 : slot + 1;
    stage = stage + 1 == kStages ? 0 : stage + 1;
    if (start + kTileK < terms) keep(stage, slot);
    add_tile();
  }

  // ---- Infinities, NaNs and floats that round to an infinity: their parts are no numbers ----
  constexpr int kOwnSums = kTileN / 2;  // of a thread
  bool is_special = false;
  #pragma unroll
  for (int n = 0; n < kOwnSums; ++n) is_special |= !isfinite(sums[n]);
  // Such a thread makes its sums again, term after term.
  #pragma unroll 1
  for (int at = 0; is_special && at < kOwnSums; ++at) {
    const long long i = tile_row + warp * 16 + at % 4 / 2 * 8 + lane / 4;
    const long long j = tile_column + at / 4 * 8 + lane % 4 * 2 + at % 2;
    if (i >= count_down || j >= count_across) continue;
    float sum = 0;
    for (long long k = 0; k < terms; ++k) {
      sum += *(a + (i * k_ + k)) * *(b + (k * n + j));
    }
    #pragma unroll  // the place is a constant then, and sums stay in registers
    for (int n = 0; n < kOwnSums; ++n) {
      if (n == at) sums[n] = sum;
    }
  }

  // ---- Store: two sums of a lane are neighbours, and those of four lanes a sector ----
  #pragma unroll
  for (int p = 0; p < kTileN / 8; ++p) {
    const long long j = tile_column + p * 8 + lane % 4 * kVector;
    #pragma unroll
    for (int s = 0; s < 2; ++s) {
      const long long i = tile_row + warp * 16 + s * 8 + lane / 4;
      if (i >= count_down || j >= count_across) continue;
      Pack<float, kVector> c_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        c_out.at[e] = sums[p * 4 + s * 2 + e];
      }
      store_pack(c + (i * n + j), c_out, count_across - j, is_wide);
    }
  }
}
