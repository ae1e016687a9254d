/* whet
[[launch]]
entry = "layers_of_halves_written"
args = ["x", "w1", "b1", "w2", "out", "rows", "in", "hidden", "outs"]
grid = ["max(1, 1 * ceil_div((rows), 64) * ceil_div((outs), 64))"]
block = [256]
shared = 98304
*/
//   forall i < rows, j < outs: out[outs*i + j] = half(sum(l < hidden: w2[outs*l + j]*max(0, b1[l] +
//     sum(k < in: x[in*i + k]*w1[hidden*k + l]))))
//
// Chain of products on tensor cores (mma.sync): a block has kTileM x kTileN results and goes
// through the hidden values in slices of kSlice. The sums of a slice stay in registers, where they
// become hidden values, rounded to the type of what they are multiplied with: as they lie in the
// lanes they are the left operand of the next multiplication. Nothing between the products goes to
// memory. kShares warps have the same rows and each its own hidden values; at the end they add up
// their sums. Weights of the hidden units come in tiles of kTileK terms to kStages stages of shared
// memory asynchronously (cp.async), kStages - 1 ahead of the one in use; inputs of up to kHeld such
// tiles stay there for all slices, longer ones come again with each. Their 16-byte chunks are
// swizzled so that no access has bank conflicts. Sums are in float, in another order than the
// original's.

#include <cuda_fp16.h>

constexpr int kTileM = 64;  // rows of a block
constexpr int kTileN = 64;  // columns of a block
constexpr int kTileK = 64;  // terms of a tile of inputs and of weights of units
constexpr int kSlice = 128;  // hidden values at a time: terms of the outer product
constexpr int kWarpM = 32;  // rows of a warp
constexpr int kWarpN = 64;  // columns of a warp
constexpr int kShares = 4;  // warps that have the same rows
constexpr int kWarpSlice = 32;  // hidden values of a warp in a slice: kSlice / kShares
constexpr int kStages = 3;  // of the pipeline: tiles of weights in shared memory
constexpr int kHeld = 4;  // tiles of inputs in shared memory
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kInputChunks = 512;  // chunks of a tile of inputs: kTileM * kTileK / kChunk
constexpr int kStageChunks = 1024;  // chunks of a stage: kSlice * kTileK / kChunk
constexpr int kVector = 2;  // neighbouring sums of a lane
constexpr int kThreads = 256;  // of a block: 32 * (kTileM / kWarpM) * kShares
constexpr int kGroup = 8;  // tiles below each other that run side by side

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Starts to copy 16 bytes to shared memory, past L1 (PTX: cp.async.cg).
__device__ __forceinline__ void cp_async(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
}

// Commits the cp.async since the last call as one group (PTX: cp.async.commit_group).
__device__ __forceinline__ void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most kPending groups of cp.async are under way (PTX: cp.async.wait_group).
template <int kPending>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
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

// Four matrices of 8 x 8 elements of 2 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets two
// elements of each: those of lines 2 * (L % 4) and the next, in column L / 4 (PTX: ldmatrix.trans).
__device__ __forceinline__ void ldmatrix_x4_transposed(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}

// Adds the product of 16 x 16 and 16 x 8 elements to 16 x 8 sums (PTX: mma.m16n8k16). With g = lane / 4, q = lane % 4:
// sums 0 and 1 are those of row g, columns 2q and 2q + 1, sums 2 and 3 those of row g + 8.
__device__ __forceinline__ void mma_halves(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Where the chunk of the same line lies that is `step` pairs of chunks further on. The swizzle permutes chunks among 8
// neighbours: further on within them some of the low three bits change, beyond them whole eights are added.
__device__ __forceinline__ int next_chunks(int place, int step) {
  return (place ^ step * 2 % 8) + step * 2 / 8 * 8;
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

__global__ void __launch_bounds__(kThreads) layers_of_halves_written(const __half* x, const __half* w1,
    const __half* b1, const __half* w2, __half* out, int rows, int in, int hidden, int outs) {
  extern __shared__ uint4 tiles[];  // of the right operand, of inputs, of weights of units
  const long long count_down = rows;  // rows of the result
  const long long count_across = outs;  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across) return;
  const TilePlace tile = place_of_tile<kGroup>(blockIdx.x, tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const long long terms = hidden;
  const bool is_wide = is_aligned<kVector>(out) && outs % kVector == 0;
  const long long inner_terms = in;
  const int term_tiles = (int)max(1LL, (inner_terms + kTileK - 1) / kTileK);
  const bool is_held = term_tiles <= kHeld;  // all inputs of the block stay in shared memory
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / kShares * kWarpM;  // in the tile
  const int first_unit = warp % kShares * kWarpSlice;  // in a slice
  uint4* const input_tiles = tiles + kSlice * kTileN / kChunk;
  uint4* const unit_tiles = input_tiles + kHeld * kInputChunks;

  // ---- Load: inputs and weights of hidden units, and a slice of the right operand ----
  const bool is_inputs_wide = is_aligned<kChunk>(x) && in % kChunk == 0;
  const auto fetch_inputs = [&](long long first, long long start, uint4* to) {
    if (is_inputs_wide && first + kTileM <= count_down && start + kTileK <= inner_terms) {
      #pragma unroll
      for (int p = 0; p < kTileM * (kTileK / kChunk) / kThreads; ++p) {
        const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
        const int chunk = threadIdx.x % (kTileK / kChunk);
        const long long i = first + line, k = start + chunk * kChunk;
        cp_async(to + swizzled<kTileK / kChunk>(line, chunk), x + (i * in + k));
      }
      return;
    }
    #pragma unroll 1
    for (int p = 0; p < kTileM * (kTileK / kChunk) / kThreads; ++p) {
      const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
      const int chunk = threadIdx.x % (kTileK / kChunk);
      const long long i = first + line, k = start + chunk * kChunk;
      const long long rest = i < count_down ? inner_terms - k : 0;
      fetch_chunk(to + swizzled<kTileK / kChunk>(line, chunk), x + (i * in + k), (int)min(rest, (long long)kChunk),
          is_inputs_wide);
    }
  };

  const bool is_units_wide = is_aligned<kChunk>(w1) && hidden % kChunk == 0;
  const auto fetch_units = [&](long long first, long long start, uint4* to) {
    if (is_units_wide && first + kSlice <= terms && start + kTileK <= inner_terms) {
      #pragma unroll
      for (int p = 0; p < kTileK * (kSlice / kChunk) / kThreads; ++p) {
        const int line = threadIdx.x / (kSlice / kChunk) + p * (kThreads / (kSlice / kChunk));
        const int chunk = threadIdx.x % (kSlice / kChunk);
        const long long of_slice = first + chunk * kChunk, k = start + line;
        cp_async(to + swizzled<kSlice / kChunk>(line, chunk), w1 + (k * hidden + of_slice));
      }
      return;
    }
    #pragma unroll 1
    for (int p = 0; p < kTileK * (kSlice / kChunk) / kThreads; ++p) {
      const int line = threadIdx.x / (kSlice / kChunk) + p * (kThreads / (kSlice / kChunk));
      const int chunk = threadIdx.x % (kSlice / kChunk);
      const long long of_slice = first + chunk * kChunk, k = start + line;
      const long long rest = k < inner_terms ? terms - of_slice : 0;
      fetch_chunk(to + swizzled<kSlice / kChunk>(line, chunk), w1 + (k * hidden + of_slice),
          (int)min(rest, (long long)kChunk), is_units_wide);
    }
  };

  const bool is_right_wide = is_aligned<kChunk>(w2) && outs % kChunk == 0;
  const auto fetch_right = [&](long long first, long long start, uint4* to) {
    if (is_right_wide && first + kTileN <= count_across && start + kSlice <= terms) {
      #pragma unroll
      for (int p = 0; p < kSlice * (kTileN / kChunk) / kThreads; ++p) {
        const int line = threadIdx.x / (kTileN / kChunk) + p * (kThreads / (kTileN / kChunk));
        const int chunk = threadIdx.x % (kTileN / kChunk);
        const long long j = first + chunk * kChunk, of_slice = start + line;
        cp_async(to + swizzled<kTileN / kChunk>(line, chunk), w2 + (of_slice * outs + j));
      }
      return;
    }
    #pragma unroll 1
    for (int p = 0; p < kSlice * (kTileN / kChunk) / kThreads; ++p) {
      const int line = threadIdx.x / (kTileN / kChunk) + p * (kThreads / (kTileN / kChunk));
      const int chunk = threadIdx.x % (kTileN / kChunk);
      const long long j = first + chunk * kChunk, of_slice = start + line;
      const long long rest = of_slice < terms ? count_across - j : 0;
      fetch_chunk(to + swizzled<kTileN / kChunk>(line, chunk), w2 + (of_slice * outs + j),
          (int)min(rest, (long long)kChunk), is_right_wide);
    }
  };

  long long next_slice = 0;  // of the tile that comes next, and which of the terms' tiles it is
  int next_tile = 0;
  const auto fetch_next = [&](int stage) {
    if (next_slice >= terms) return;
    const long long begin = (long long)next_tile * kTileK;
    fetch_units(next_slice, begin, unit_tiles + stage * kStageChunks);
    uint4* const to = input_tiles + (is_held ? next_tile : stage) * kInputChunks;
    if (next_slice == 0 || !is_held) fetch_inputs(tile_row, begin, to);
    next_tile = next_tile + 1 == term_tiles ? 0 : next_tile + 1;
    if (next_tile == 0) next_slice += kSlice;
  };

  // ---- Pipeline: load kStages - 1 tiles ahead ----
  for (int stage = 0; stage < kStages - 1; ++stage) {
    fetch_next(stage);
    cp_async_commit();
  }
  // Where the line lies whose address a lane gives to ldmatrix for the first matrices of a tile.
  const int inputs_place = swizzled<kTileK / kChunk>(warp_row + lane % 16, lane / 16);
  const int units_place = swizzled<kSlice / kChunk>(lane % 16, first_unit / kChunk + lane / 16);
  const int right_place = swizzled<kTileN / kChunk>(first_unit + lane % 16, lane / 16);
  // Sums of 16 x 8 elements: those of a lane are rows lane / 4 and lane / 4 + 8, columns lane % 4 * 2 and
  // the next. Hidden values have units as columns.
  float sums[kWarpM / 16][kWarpN / 8][4] = {};
  int stage = 0, free = kStages - 1;  // that is multiplied, and that is filled next
  for (long long slice = 0; slice < terms; slice += kSlice) {
    __half b1_at[kWarpSlice / 4];
    #pragma unroll
    for (int p = 0; p < kWarpSlice / 4; ++p) {
      const long long of_slice = min(slice + first_unit + p / 2 * 8 + lane % 4 * 2 + p % 2, terms - 1);
      b1_at[p] = *(b1 + of_slice);
    }

    // ---- Multiply: the hidden values of the slice ----
    float hidden_sums[kWarpM / 16][kWarpSlice / 8][4] = {};
    for (int term_tile = 0; term_tile < term_tiles; ++term_tile) {
      cp_async_wait<kStages - 2>();
      __syncthreads();  // the tile is there, and no warp reads the one before
      if (term_tile == 0) fetch_right(tile_column, slice, tiles);
      fetch_next(free);
      cp_async_commit();
      const uint4* const input_tile = input_tiles + (is_held ? term_tile : stage) * kInputChunks;
      const uint4* const unit_tile = unit_tiles + stage * kStageChunks;
      #pragma unroll
      for (int step = 0; step < kTileK / 16; ++step) {
        unsigned of_inputs[kWarpM / 16][4];
        #pragma unroll
        for (int s = 0; s < kWarpM / 16; ++s)
          ldmatrix_x4(of_inputs[s], input_tile + next_chunks(inputs_place, step) + s * 16 * (kTileK / kChunk));
        #pragma unroll
        for (int p = 0; p < kWarpSlice / 16; ++p) {
          unsigned of_units[4];
          ldmatrix_x4_transposed(of_units, unit_tile + next_chunks(units_place, p) + step * 16 * (kSlice / kChunk));
          #pragma unroll
          for (int s = 0; s < kWarpM / 16; ++s) {
            mma_halves(hidden_sums[s][2 * p], of_inputs[s], of_units[0], of_units[1]);
            mma_halves(hidden_sums[s][2 * p + 1], of_inputs[s], of_units[2], of_units[3]);
          }
        }
      }
      free = stage;
      stage = stage + 1 == kStages ? 0 : stage + 1;
    }

    // ---- Map: sums become hidden values, zeros beyond the last unit ----
    #pragma unroll
    for (int p = 0; p < kWarpSlice / 4; ++p) {
      const bool is_there = slice + first_unit + p / 2 * 8 + lane % 4 * 2 + p % 2 < terms;
      #pragma unroll
      for (int r = 0; r < kWarpM / 8; ++r) {
        float& value = hidden_sums[r / 2][p / 2][r % 2 * 2 + p % 2];
        value = is_there ? fmaxf(0.0f, __half2float(b1_at[p]) + value) : 0.0f;
      }
    }

    // ---- Multiply: hidden values ----
    if (term_tiles < kStages) {
      cp_async_wait<0>();  // else the right operand came with one of the tiles
      __syncthreads();
    }
    #pragma unroll
    for (int step = 0; step < kWarpSlice / 16; ++step) {
      unsigned of_hidden[kWarpM / 16][4];
      #pragma unroll
      for (int s = 0; s < kWarpM / 16; ++s) {
        #pragma unroll
        for (int r = 0; r < 4; ++r) {
          const float* const pair = &hidden_sums[s][2 * step + r / 2][r % 2 * 2];
          of_hidden[s][r] = pack_halves(pair[0], pair[1]);
        }
      }
      #pragma unroll
      for (int p = 0; p < kWarpN / 16; ++p) {
        unsigned of_right[4];
        ldmatrix_x4_transposed(of_right, tiles + next_chunks(right_place, p) + step * 16 * (kTileN / kChunk));
        #pragma unroll
        for (int s = 0; s < kWarpM / 16; ++s) {
          mma_halves(sums[s][2 * p], of_hidden[s], of_right[0], of_right[1]);
          mma_halves(sums[s][2 * p + 1], of_hidden[s], of_right[2], of_right[3]);
        }
      }
    }
  }

  // ---- Combine: what warps have of the same results, from other hidden values ----
  float* const given = reinterpret_cast<float*>(tiles);
  const int share = warp % kShares;
  #pragma unroll
  for (int takers = kShares / 2; takers > 0; takers /= 2) {
    float* const of_lane = given + (warp / kShares * takers + share % takers) * (kWarpM * kWarpN) + lane;
    __syncthreads();  // nobody reads what lies there
    if (share >= takers && share < 2 * takers) {
      #pragma unroll
      for (int s = 0; s < kWarpM / 16; ++s) {
        #pragma unroll
        for (int p = 0; p < kWarpN / 8; ++p) {
          #pragma unroll
          for (int e = 0; e < 4; ++e) of_lane[((s * (kWarpN / 8) + p) * 4 + e) * 32] = sums[s][p][e];
        }
      }
    }
    __syncthreads();
    if (share < takers) {
      #pragma unroll
      for (int s = 0; s < kWarpM / 16; ++s) {
        #pragma unroll
        for (int p = 0; p < kWarpN / 8; ++p) {
          #pragma unroll
          for (int e = 0; e < 4; ++e) sums[s][p][e] += of_lane[((s * (kWarpN / 8) + p) * 4 + e) * 32];
        }
      }
    }
  }
  if (share > 0) return;

  // ---- Store ----
  #pragma unroll
  for (int s = 0; s < kWarpM / 8; ++s) {
    const long long i = tile_row + warp_row + s * 8 + lane / 4;
    #pragma unroll
    for (int p = 0; p < kWarpN / 8; ++p) {
      const long long j = tile_column + p * 8 + lane % 4 * 2;
      if (i >= count_down || j >= count_across) continue;
      Pack<__half, kVector> out_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        out_out.at[e] = __float2half_rn(sums[s / 2][p][s % 2 * 2 + e]);
      }
      store_pack(out + (i * outs + j), out_out, count_across - j, is_wide);
    }
  }
}
