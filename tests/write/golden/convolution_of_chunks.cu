/* whet
[[launch]]
entry = "convolution_of_halves_last_written"
args = ["x", "w", "y", "batch", "height", "width", "channels", "filters"]
grid = ["max(1, 1 * ceil_div((batch * height * width), 256) * ceil_div((filters), 128))"]
block = [256]
shared = 73728
*/
//   forall i < batch, j < height, k < width, l < filters: y[height*width*filters*i +
//     width*filters*j + filters*k + l] = half(sum(o < 3: sum(n < 3: k + n <= 0 or width < k + n or
//     j + o <= 0 or height < j + o ? 0 : sum(m < channels: x[height*width*channels*i +
//     width*channels*j + width*channels*o + channels*k + channels*n + m - width*channels -
//     channels]*w[9*channels*l + channels*n + 3*channels*o + m]))))
//
// Tensor: a block computes kTileM x kTileN sums on tensor cores (mma.sync), a warp kWarpM x kWarpN
// of them. Tiles of kTileK terms are copied to kStages stages of shared memory asynchronously
// (cp.async), kStages - 1 ahead of the one in use; their 16-byte chunks are swizzled so that no
// access has bank conflicts. kGroup tiles below each other run side by side and share what they
// read in L2. Products of halves are exact in float; their sums are rounded in float, by the tensor
// cores and in another order than the original's.

#include <cuda_fp16.h>

constexpr int kTileM = 256;  // rows of a block
constexpr int kTileN = 128;  // columns of a block
constexpr int kTileK = 32;  // terms of a stage
constexpr int kWarpM = 64;  // rows of a warp
constexpr int kWarpN = 64;  // columns of a warp
constexpr int kStages = 3;  // of the pipeline: tiles of both operands in shared memory
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kStageChunks = 1536;  // chunks of a stage: (kTileM + kTileN) * kTileK / kChunk
constexpr int kVector = 2;  // neighbouring sums of a lane
constexpr int kThreads = 256;  // of a block: 32 * (kTileM / kWarpM) * (kTileN / kWarpN)
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr long long kMostTerms = 1ll << 30;  // that 32 bits count, a few tiles beyond the end included

// Where a line of a gathered tile begins, and a bit for each value of the terms that decides whether its elements are
// there.
struct alignas(16) LinePlace {
  long long offset;
  unsigned long long inside;
};

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Commits the cp.async since the last call as one group (PTX: cp.async.commit_group).
__device__ __forceinline__ void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

// Starts to copy 16 bytes to shared memory, or zeros if they are not there; then nobody reads the address (PTX:
// cp.async.cg with a source size).
__device__ __forceinline__ void cp_async_or_zeros(void* to, const void* from, bool is_there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "r"(is_there ? 16 : 0)
               : "memory");
}

// Waits until at most kPending groups of cp.async are under way (PTX: cp.async.wait_group).
template <int kPending>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
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

// Adds the product of 16 x 16 and 16 x 8 elements to 16 x 8 sums (PTX: mma.m16n8k16). With g = lane / 4, q = lane % 4:
// sums 0 and 1 are those of row g, columns 2q and 2q + 1, sums 2 and 3 those of row g + 8.
__device__ __forceinline__ void mma_halves(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
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

__global__ void __launch_bounds__(kThreads) convolution_of_halves_last_written(const __half* x, const __half* w,
    __half* y, int batch, int height, int width, int channels, int filters) {
  extern __shared__ uint4 tiles[];  // for each stage a tile of the left operand and one of the right
  const long long count_down = ((long long)batch * height * width);  // rows of the result
  const long long count_across = filters;  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across) return;
  const TilePlace tile = place_of_tile<kGroup>(blockIdx.x, tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);
  const long long terms = (long long)channels * 9;
  const bool is_wide = is_aligned<kVector>(y) && filters % kVector == 0;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / (kTileN / kWarpN) * kWarpM;  // in the tile
  const int warp_column = warp % (kTileN / kWarpN) * kWarpN;

  // ---- Load: a tile of both operands, kTileK terms from `start` on, to a stage ----
  // The left operand is gathered by cp.async in 16-byte chunks of neighbouring terms (implicit GEMM).
  // A thread has the same chunk of several lines, and keeps the part of their addresses that no term changes.
  const bool is_left_wide = is_aligned<kChunk>(x) && ((long long)width * channels) % kChunk == 0 &&
      channels % kChunk == 0 && terms < kMostTerms;
  const int left_chunk = threadIdx.x % (kTileK / kChunk);
  const int left_to = [&] {
    const int line = threadIdx.x / (kTileK / kChunk), chunk = left_chunk;
    return swizzled<kTileK / kChunk>(line, chunk);
  }();  // in a tile: its chunk of the first of its lines; those of further lines are kThreads chunks apart
  // Where lines begin: one thread for each, by way of the memory of tiles.
  for (int line = threadIdx.x; line < kTileM && is_left_wide; line += kThreads) {
    const long long left_index = tile_row + min(line, rows_here - 1);
    const long long left_index_4 = modulo(left_index, width);
    const long long left_index_3 = modulo(divide(left_index, width), height);
    unsigned long long inside = 0;
    for (int bit = 0; bit < 9 && line < rows_here; ++bit) {
      const long long of_bit_2 = modulo(bit, 3);
      const long long of_bit = divide(bit, 3);
      if (!(((-left_index_3 - of_bit) >= 0) || ((left_index_3 + of_bit - 1 - height) >= 0) ||
          ((-left_index_4 - of_bit_2) >= 0) || ((left_index_4 + of_bit_2 - 1 - width) >= 0)))
        inside |= 1ull << bit;
    }
    reinterpret_cast<LinePlace*>(tiles)[line] =
        {(left_index * channels - (long long)width * channels - channels), inside};
  }
  __syncthreads();
  const __half* left_from[kTileM * kTileK / kChunk / kThreads];
  unsigned left_inside[kTileM * kTileK / kChunk / kThreads];
  #pragma unroll
  for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p) {
    const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
    const LinePlace at = is_left_wide ? reinterpret_cast<const LinePlace*>(tiles)[line] : LinePlace{};
    left_from[p] = x + at.offset;
    left_inside[p] = (unsigned)at.inside;
  }
  __syncthreads();
  // the term of the chunk that is fetched next
  int left_term_0 = 0, left_term_1 = 0, left_term_2 = left_chunk * kChunk;
  long long left_offset = 0;
  int left_bit = 0;
  const auto place_left = [&] {
    const int count = (int)channels;
    while (left_term_2 >= count && count > 0) {
      left_term_2 -= count;
      if (++left_term_1 < 3) continue;
      left_term_1 = 0;
      ++left_term_0;
    }
    left_offset =
        (((long long)left_term_0) * width * channels + ((long long)left_term_1) * channels + ((long long)left_term_2));
    // no term: a bit that is never set
    left_bit = left_term_0 < 3 ? ((int)((long long)left_term_0)) * 3 + (int)((long long)left_term_1) : 31;
  };
  if (is_left_wide) place_left();
  // Element by element, where chunks are no whole words.
  const auto gather_left = [&](long long start, int stage) {
    uint4* const to = tiles + stage * kStageChunks;
    #pragma unroll 1
    for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p) {
      const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
      const int chunk = left_chunk;
      const long long i = tile_row + line;
      const long long left_index_7 = modulo(i, width);
      const long long left_index_6 = modulo(divide(i, width), height);
      #pragma unroll 1
      for (int e = 0; e < kChunk; ++e) {
        const long long k = start + chunk * kChunk + e;
        const long long of_term_3 = modulo(k, channels);
        const long long of_term_2 = modulo(divide(k, channels), 3);
        const long long of_term = divide(divide(k, channels), 3);
        __half element = (__half)0.0f;
        if (line < rows_here && k < terms &&
            !(((-left_index_6 - of_term) >= 0) || ((left_index_6 + of_term - 1 - height) >= 0) ||
            ((-left_index_7 - of_term_2) >= 0) || ((left_index_7 + of_term_2 - 1 - width) >= 0)))
          element = *(x +
              (of_term * width * channels + of_term_2 * channels + i * channels +
              of_term_3 - (long long)width * channels - channels));
        reinterpret_cast<__half*>(to + swizzled<kTileK / kChunk>(line, chunk))[e] = element;
      }
    }
  };
  const auto fetch_left = [&](int stage) {
    uint4* const to = tiles + stage * kStageChunks + left_to;
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p)
      cp_async_or_zeros(to + p * kThreads, left_from[p] + left_offset, left_inside[p] >> left_bit & 1);
    left_term_2 += kTileK;
    left_offset += kTileK;
    if (left_term_2 >= channels) place_left();
  };

  // The right operand is gathered by cp.async in 16-byte chunks of neighbouring terms (implicit GEMM).
  // A thread has the same chunk of several lines, and keeps the part of their addresses that no term changes.
  const bool is_right_wide = is_aligned<kChunk>(w) && (long long)channels * 9 % kChunk == 0 && terms < kMostTerms;
  const int right_chunk = threadIdx.x % (kTileK / kChunk);
  const int right_to = [&] {
    const int line = threadIdx.x / (kTileK / kChunk), chunk = right_chunk;
    return swizzled<kTileK / kChunk>(line, chunk);
  }();  // in a tile: its chunk of the first of its lines; those of further lines are kThreads chunks apart
  // Where lines begin: one thread for each, by way of the memory of tiles.
  for (int line = threadIdx.x; line < kTileN && is_right_wide; line += kThreads) {
    const long long right_index = tile_column + min(line, columns_here - 1);
    const unsigned long long inside = line < columns_here ? 1 : 0;
    reinterpret_cast<LinePlace*>(tiles)[line] = {(right_index * channels * 9), inside};
  }
  __syncthreads();
  const __half* right_from[kTileN * kTileK / kChunk / kThreads];
  unsigned right_inside[kTileN * kTileK / kChunk / kThreads];
  #pragma unroll
  for (int p = 0; p < kTileN * kTileK / kChunk / kThreads; ++p) {
    const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
    const LinePlace at = is_right_wide ? reinterpret_cast<const LinePlace*>(tiles)[line] : LinePlace{};
    right_from[p] = w + at.offset;
    right_inside[p] = (unsigned)at.inside;
  }
  __syncthreads();
  int right_term = right_chunk * kChunk;  // the term of the chunk that is fetched next
  long long right_offset = 0;
  int right_bit = 0;
  const auto place_right = [&] {
    right_offset = ((long long)right_term);
    right_bit = right_term < (long long)channels * 9 ? 0 : 31;  // no term: a bit that is never set
  };
  if (is_right_wide) place_right();
  // Element by element, where chunks are no whole words.
  const auto gather_right = [&](long long start, int stage) {
    uint4* const to = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
    #pragma unroll 1
    for (int p = 0; p < kTileN * kTileK / kChunk / kThreads; ++p) {
      const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
      const int chunk = right_chunk;
      const long long j = tile_column + line;
      #pragma unroll 1
      for (int e = 0; e < kChunk; ++e) {
        const long long k = start + chunk * kChunk + e;
        __half element = (__half)0.0f;
        if (line < columns_here && k < terms) element = *(w + (j * channels * 9 + k));
        reinterpret_cast<__half*>(to + swizzled<kTileK / kChunk>(line, chunk))[e] = element;
      }
    }
  };
  const auto fetch_right = [&](int stage) {
    uint4* const to = tiles + stage * kStageChunks + kTileM * kTileK / kChunk + right_to;
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kChunk / kThreads; ++p)
      cp_async_or_zeros(to + p * kThreads, right_from[p] + right_offset, right_inside[p] >> right_bit & 1);
    right_term += kTileK;
    right_offset += kTileK;
    if (right_term >= (long long)channels * 9) place_right();
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
      #pragma unroll
      for (int s = 0; s < kWarpM / 16; ++s) {
        #pragma unroll
        for (int p = 0; p < kWarpN / 8; ++p) {
          mma_halves(sums[s][p], of_left[s], of_right[p / 2][p % 2 * 2], of_right[p / 2][p % 2 * 2 + 1]);
        }
      }
    }
  };

  // ---- Pipeline: load kStages - 1 tiles ahead, multiply ----
  if (is_left_wide && is_right_wide) {
    const int tiles_of_terms = (int)((terms + kTileK - 1) / kTileK);
    for (int stage = 0; stage < kStages - 1; ++stage) {
      if (stage < tiles_of_terms) {
        fetch_left(stage);
        fetch_right(stage);
      }
      cp_async_commit();
    }
    int stage = 0, free = kStages - 1;  // that is multiplied, and that is filled next
    for (int at = 0; at < tiles_of_terms; ++at) {
      cp_async_wait<kStages - 2>();
      __syncthreads();  // the tile is there, and nothing reads the one that is filled next
      if (at + kStages - 1 < tiles_of_terms) {
        fetch_left(free);
        fetch_right(free);
      }
      cp_async_commit();
      multiply(stage);
      stage = stage + 1 == kStages ? 0 : stage + 1;
      free = free + 1 == kStages ? 0 : free + 1;
    }
  } else {
    for (long long start = 0; start < terms; start += kTileK) {
      gather_left(start, 0);
      gather_right(start, 0);
      cp_async_commit();
      cp_async_wait<0>();
      __syncthreads();
      multiply(0);
      __syncthreads();
    }
  }

  // ---- Store ----
  #pragma unroll
  for (int s = 0; s < kWarpM / 8; ++s) {
    const long long i = tile_row + warp_row + s * 8 + lane / 4;
    #pragma unroll
    for (int p = 0; p < kWarpN / 8; ++p) {
      const long long j = tile_column + warp_column + p * 8 + lane % 4 * 2;
      if (i >= count_down || j >= count_across) continue;
      Pack<__half, kVector> y_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        y_out.at[e] = __float2half_rn(sums[s / 2][p][s % 2 * 2 + e]);
      }
      store_pack(y + (i * filters + j), y_out, count_across - j, is_wide);
    }
  }
}
