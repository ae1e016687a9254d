/* whet
[[launch]]
entry = "rough_product_written"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["max(1, 1 * ceil_div((m), 64) * ceil_div((n), 64))"]
block = [128]
shared = 65536
*/
//   forall i < m, j < n: c[n*i + j] = sum(l < k: a[k*i + l]*b[n*l + j])
//
// Tensor: a block computes kTileM x kTileN sums on tensor cores (mma.sync), a warp kWarpM x kWarpN
// of them. Tiles of kTileK terms are copied to kStages stages of shared memory asynchronously
// (cp.async), kStages - 1 ahead of the one in use; their 16-byte chunks are swizzled so that no
// access has bank conflicts. kGroup tiles below each other run side by side and share what they
// read in L2. Operands are rounded to tf32, as the problem's class allows; their products are exact
// in float; their sums are rounded in float, by the tensor cores and in another order than the
// original's.
// `k_` is the original's parameter `k`.

constexpr int kTileM = 64;  // rows of a block
constexpr int kTileN = 64;  // columns of a block
constexpr int kTileK = 32;  // terms of a stage
constexpr int kWarpM = 32;  // rows of a warp
constexpr int kWarpN = 32;  // columns of a warp
constexpr int kStages = 4;  // of the pipeline: tiles of both operands in shared memory
constexpr int kChunk = 4;  // elements of a 16-byte chunk
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

// Four matrices of 8 x 16 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets 4 bytes of each:
// bytes 4 * (L % 4) of line L / 4 (PTX: ldmatrix).
__device__ __forceinline__ void ldmatrix_x4(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}

// The words of a lane in a fragment of 8 terms and 16 rows or columns, where lines are terms of kLength chunks.
// With g = lane / 4, q = lane % 4: of terms q and q + 4, in rows or columns g and g + 8. `place` is the first one's
// chunk.
template <int kLength, bool kIsLeft>
__device__ __forceinline__ void load_apart(unsigned (&to)[4], const uint4* lines, int place) {
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const int further = kIsLeft ? r % 2 : r / 2, later = kIsLeft ? r / 2 : r % 2;
    const uint4* const chunk = lines + (place ^ further * 2) + later * 4 * kLength;
    to[r] = reinterpret_cast<const unsigned*>(chunk)[threadIdx.x / 4 % 4];
  }
}

// Adds the product of 16 x 8 and 8 x 8 elements to 16 x 8 sums (PTX: mma.m16n8k8). With g = lane / 4, q = lane % 4:
// sums 0 and 1 are those of row g, columns 2q and 2q + 1, sums 2 and 3 those of row g + 8.
__device__ __forceinline__ void mma_tf32(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
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

// Rounds floats to the nearest numbers with the 10 bits of fraction of tf32: tensor cores would cut the other bits off,
// which shrinks sums.
__device__ __forceinline__ void round_to_tf32(unsigned (&words)[4]) {
#pragma unroll
  for (int r = 0; r < 4; ++r) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(words[r]) : "f"(__uint_as_float(words[r])));
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

// Where a 16-byte chunk lies in a tile with lines of kLength chunks: swizzled, so that words in two neighbouring
// chunks of four lines below each other are on different banks.
template <int kLength>
__device__ __forceinline__ int swizzled_words(int line, int chunk) {
  constexpr int kBanks = kLength < 8 ? kLength : 8;  // of 16 bytes, that a line covers
  return line * kLength + (chunk ^ (line / (8 / kBanks) % (kBanks / 2) * 2));
}

__global__ void __launch_bounds__(kThreads) rough_product_written(const float* a, const float* b, float* c, int m,
    int n, int k_) {
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
      fetch_floats(to + swizzled<kTileK / kChunk>(line, chunk), a + (i * k_ + k),
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
      fetch_floats(to + swizzled_words<kTileN / kChunk>(line, chunk), b + (k * n + j),
          is_whole ? kChunk : line < terms_here ? columns_here - chunk * kChunk : 0, is_whole || is_right_wide);
    }
  };

  // ---- Multiply: a stage ----
  // Sums of 16 x 8 elements: those of a lane are rows lane / 4 and lane / 4 + 8, columns lane % 4 * 2 and the next.
  float sums[kWarpM / 16][kWarpN / 8][4] = {};
  // Where the line lies whose address a lane gives to ldmatrix for the first matrices of a tile.
  const int left_place = swizzled<kTileK / kChunk>(warp_row + lane % 16, lane / 16);
  const int right_place = swizzled_words<kTileN / kChunk>(lane % 4, warp_column / kChunk + lane / 16);
  const auto multiply = [&](int stage) {
    const uint4* const left_tile = tiles + stage * kStageChunks;
    const uint4* const right_tile = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    #pragma unroll
    for (int step = 0; step < kTileK / kChunk; step += 2) {
      unsigned of_left[kWarpM / 16][4], of_right[kWarpN / 16][4];
      #pragma unroll
      for (int p = 0; p < kWarpM / 16; ++p) {
        ldmatrix_x4(of_left[p], left_tile + (left_place ^ step) + p * 16 * (kTileK / kChunk));
        round_to_tf32(of_left[p]);
      }
      #pragma unroll
      for (int p = 0; p < kWarpN / 16; ++p) {
        load_apart<kTileN / kChunk, false>(of_right[p], right_tile + step * kChunk * (kTileN / kChunk),
            right_place ^ p * 4);
        round_to_tf32(of_right[p]);
      }
      #pragma unroll
      for (int s = 0; s < kWarpM / 16; ++s) {
        #pragma unroll
        for (int p = 0; p < kWarpN / 8; ++p) {
          mma_tf32(sums[s][p], of_left[s], of_right[p / 2][p % 2 * 2], of_right[p / 2][p % 2 * 2 + 1]);
        }
      }
    }
  };

  // ---- Pipeline: load kStages - 1 tiles ahead, multiply ----
  for (int stage = 0; stage < kStages - 1; ++stage) {
    if (stage * kTileK < terms) {
      fetch_left(stage * kTileK, stage, false);
      fetch_right(stage * kTileK, stage, false);
    }
    cp_async_commit();
  }
  int stage = 0, free = kStages - 1;  // that is multiplied, and that is filled next
  // Tiles of which everything is there need no comparisons.
  const bool has_whole_tiles = rows_here == kTileM && columns_here == kTileN && is_left_wide && is_right_wide;
  for (long long start = 0; start < terms; start += kTileK) {
    cp_async_wait<kStages - 2>();
    __syncthreads();  // the tile is there, and no warp reads the one before
    const long long next = start + (kStages - 1) * kTileK;
    if (has_whole_tiles && next + kTileK <= terms) {
      fetch_left(next, free, true);
      fetch_right(next, free, true);
    } else if (next < terms) {
      fetch_left(next, free, false);
      fetch_right(next, free, false);
    }
    cp_async_commit();
    multiply(stage);
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
        c_out.at[e] = sums[s / 2][p][s % 2 * 2 + e];
      }
      store_pack(c + (i * n + j), c_out, count_across - j, is_wide);
    }
  }
}
