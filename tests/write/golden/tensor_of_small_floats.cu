/* whet
[[launch]]
entry = "product_of_e4m3_written"
args = ["a", "b", "c", "m", "n", "k", "scale"]
grid = ["max(1, 1 * ceil_div((m), 64) * ceil_div((n), 64))"]
block = [128]
shared = 65536
*/
//   forall i < m, j < n: c[n*i + j] = scale*sum(l < k: e4m3(a[k*i + l])*e4m3(b[n*l + j]))
//
// Tensor: a block computes kTileM x kTileN sums on tensor cores (mma.sync), a warp kWarpM x kWarpN
// of them. Tiles of kTileK terms are copied to kStages stages of shared memory asynchronously
// (cp.async), kStages - 1 ahead of the one in use; their 16-byte chunks are swizzled so that no
// access has bank conflicts. kGroup tiles below each other run side by side and share what they
// read in L2. Numbers of 8 bits are multiplied as the halves that they are. Products of these are
// exact in float; their sums are rounded in float, by the tensor cores and in another order than
// the original's.
// `k_` is the original's parameter `k`.

#include <cuda_fp8.h>

constexpr int kTileM = 64;  // rows of a block
constexpr int kTileN = 64;  // columns of a block
constexpr int kTileK = 128;  // terms of a stage
constexpr int kWarpM = 32;  // rows of a warp
constexpr int kWarpN = 32;  // columns of a warp
constexpr int kStages = 4;  // of the pipeline: tiles of both operands in shared memory
constexpr int kChunk = 16;  // elements of a 16-byte chunk
constexpr int kStageChunks = 1024;  // chunks of a stage: (kTileM + kTileN) * kTileK / kChunk
constexpr int kVector = 2;  // neighbouring sums of a lane
constexpr int kThreads = 128;  // of a block: 32 * (kTileM / kWarpM) * (kTileN / kWarpN)
constexpr int kGroup = 8;  // tiles below each other that run side by side

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

// Four matrices of 8 x 16 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets 4 bytes of each:
// bytes 4 * (L % 4) of line L / 4 (PTX: ldmatrix).
__device__ __forceinline__ void ldmatrix_x4(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}

// Four neighbouring bytes as a word, of which those beyond the first `valid` ones are zero.
template <typename T>
__device__ __forceinline__ unsigned load_bytes(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= 4) return *reinterpret_cast<const unsigned*>(from);
  unsigned word = 0;
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    if (e < valid) word |= (unsigned)reinterpret_cast<const unsigned char*>(from)[e] << 8 * e;
  }
  return word;
}

// Adds the product of 16 x 16 and 16 x 8 elements to 16 x 8 sums (PTX: mma.m16n8k16). With g = lane / 4, q = lane % 4:
// sums 0 and 1 are those of row g, columns 2q and 2q + 1, sums 2 and 3 those of row g + 8.
__device__ __forceinline__ void mma_halves(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
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

// Numbers of 8 bits as the halves that they are: of each four the first two (pair 0) or the others.
__device__ __forceinline__ void take_halves_of_e4m3(unsigned (&to)[4], const unsigned (&from)[4], int pair) {
#pragma unroll
  for (int w = 0; w < 4; ++w) {
    const auto two = (__nv_fp8x2_storage_t)(from[w] >> 16 * pair);
    const __half2_raw halves = __nv_cvt_fp8x2_to_halfraw2(two, __NV_E4M3);
    to[w] = halves.x | (unsigned)halves.y << 16;
  }
}

// Line e of 4 x 4 bytes, transposed: byte e of each word.
__device__ __forceinline__ unsigned turn_bytes(const unsigned (&words)[4], int e) {
  const unsigned of_two = e | (4 + e) << 4;  // byte e of the first word, then of the second
  return __byte_perm(__byte_perm(words[0], words[1], of_two), __byte_perm(words[2], words[3], of_two), 0x5410);
}

__global__ void __launch_bounds__(kThreads) product_of_e4m3_written(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b,
    float* c, int m, int n, int k_, float scale) {
  extern __shared__ uint4 tiles[];  // for each stage a tile of the left operand and one of the right
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
  const int warp_row = warp / (kTileN / kWarpN) * kWarpM;  // in the tile
  const int warp_column = warp % (kTileN / kWarpN) * kWarpN;

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
      fetch_chunk(to + swizzled<kTileK / kChunk>(line, chunk), a + (i * k_ + k),
          is_whole ? kChunk : line < rows_here ? terms_here - chunk * kChunk : 0, is_whole || is_left_wide);
    }
  };

  const bool is_right_wide = is_aligned<4>(b) && n % 4 == 0;
  // A square has 4 terms of 4 neighbours in memory; in shared memory the terms are neighbours.
  unsigned b_next[kTileN * kTileK / 16 / kThreads][4];
  const auto load_right = [&](long long start) {
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / 16 / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads;
      const int line = unit % (kTileN / 4) * 4, term = unit / (kTileN / 4) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
        const long long j = tile_column + line, k = start + term + e;
        b_next[p][e] = load_bytes(b + (k * n + j), k < terms ? columns_here - line : 0, is_right_wide);
      }
    }
  };
  const auto keep_right = [&](int stage) {
    uint4* const to = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / 16 / kThreads; ++p) {
      const int unit = threadIdx.x + p * kThreads;
      const int line = unit % (kTileN / 4) * 4, term = unit / (kTileN / 4) * 4;
      #pragma unroll
      for (int e = 0; e < 4; ++e) {
        uint4* const chunk = to + swizzled<kTileK / kChunk>(line + e, term / kChunk);
        reinterpret_cast<unsigned*>(chunk)[term % kChunk / 4] = turn_bytes(b_next[p], e);
      }
    }
  };

  // ---- Multiply: a stage ----
  // Sums of 16 x 8 elements: those of a lane are rows lane / 4 and lane / 4 + 8, columns lane % 4 * 2 and the next.
  float sums[kWarpM / 16][kWarpN / 8][4] = {};
  // Where the line lies whose address a lane gives to ldmatrix for the first matrices of a tile.
  const int left_place = swizzled<kTileK / kChunk>(warp_row + lane % 16, lane / 16);
  const int right_place = swizzled<kTileK / kChunk>(warp_column + lane / 16 * 8 + lane % 8, lane / 8 % 2);
  const auto multiply = [&](int stage) {
    const uint4* const left_tile = tiles + stage * kStageChunks;
    const uint4* const right_tile = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    #pragma unroll
    for (int step = 0; step < kTileK / kChunk; step += 2) {
      unsigned of_left[kWarpM / 16][4], of_right[kWarpN / 16][4];
      #pragma unroll
      for (int p = 0; p < kWarpM / 16; ++p)
        ldmatrix_x4(of_left[p], left_tile + (left_place ^ step) + p * 16 * (kTileK / kChunk));
      #pragma unroll
      for (int p = 0; p < kWarpN / 16; ++p)
        ldmatrix_x4(of_right[p], right_tile + (right_place ^ step) + p * 16 * (kTileK / kChunk));
      // A word has four terms: two of them become a word of halves, then the others.
      #pragma unroll
      for (int pair = 0; pair < 2; ++pair) {
        unsigned left_halves[kWarpM / 16][4], right_halves[kWarpN / 16][4];
        #pragma unroll
        for (int p = 0; p < kWarpM / 16; ++p) take_halves_of_e4m3(left_halves[p], of_left[p], pair);
        #pragma unroll
        for (int p = 0; p < kWarpN / 16; ++p) take_halves_of_e4m3(right_halves[p], of_right[p], pair);
        #pragma unroll
        for (int s = 0; s < kWarpM / 16; ++s) {
          #pragma unroll
          for (int p = 0; p < kWarpN / 8; ++p) {
            mma_halves(sums[s][p], left_halves[s], right_halves[p / 2][p % 2 * 2], right_halves[p / 2][p % 2 * 2 + 1]);
          }
        }
      }
    }
  };

  // ---- Pipeline: load kStages - 1 tiles ahead, multiply ----
  for (int stage = 0; stage < kStages - 1; ++stage) {
    if (stage * kTileK < terms) {
      fetch_left(stage * kTileK, stage, false);
      load_right(stage * kTileK);
      keep_right(stage);
    }
    cp_async_commit();
  }
  int stage = 0, free = kStages - 1;  // that is multiplied, and that is filled next
  // Tiles of which everything is there need no comparisons.
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN && is_left_wide;
  for (long long start = 0; start < terms; start += kTileK) {
    cp_async_wait<kStages - 2>();
    __syncthreads();  // the tile is there, and no warp reads the one before
    const long long next = start + (kStages - 1) * kTileK;
    if (has_whole_tiles && next + kTileK <= terms) {
      fetch_left(next, free, true);
      load_right(next);
    } else if (next < terms) {
      fetch_left(next, free, false);
      load_right(next);
    }
    cp_async_commit();
    multiply(stage);
    if (next < terms) {
      keep_right(free);
    }
    free = stage;
    stage = stage + 1 == kStages ? 0 : stage + 1;
  }

  // ---- Store ----
  #pragma unroll
  for (int s = 0; s < kWarpM / 8; ++s) {
    const long long i = tile_row + warp_row + s * 8 + lane / 4;
    #pragma unroll
    for (int p = 0; p < kWarpN / 8; ++p) {
      const long long j = tile_column + warp_column + p * 8 + lane % 4 * 2;
      if (i >= count_down || j >= count_across) continue;
      Pack<float, kVector> c_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        c_out.at[e] = scale * sums[s / 2][p][s % 2 * 2 + e];
      }
      store_pack(c + (i * n + j), c_out, count_across - j, is_wide);
    }
  }
}
