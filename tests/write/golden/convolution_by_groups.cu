/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "w_copy"
type = "f16"
shape = ["max(1, (filters) * (3) * (3) * (channels))"]
[[scratch]]
name = "x_copy"
type = "f16"
shape = ["max(1, (batch) * (height) * (width) * (channels))"]
[[launch]]
entry = "convolution_of_halves_written_copy"
args = ["w", "channels", "filters", "w_copy"]
grid = ["max(1, (filters) * ceil_div((9), 64) * ceil_div((channels), 64))"]
block = [128]
[[launch]]
entry = "convolution_of_halves_written_copy_2"
args = ["x", "batch", "channels", "height", "width", "x_copy"]
grid = ["max(1, (batch) * ceil_div((height * width), 64) * ceil_div((channels), 64))"]
block = [128]
[[launch]]
entry = "convolution_of_halves_written_product"
args = ["y", "batch", "channels", "height", "width", "filters", "w_copy", "x_copy"]
grid = ["max(1, (batch) * ceil_div((filters), 128) * ceil_div((height * width), 256))"]
block = [256]
shared = 196608
*/
//   forall i < batch, j < filters, k < height, l < width: y[height*width*filters*i + height*width*j
//     + width*k + l] = half(sum(o < channels: sum(n < 3: sum(m < 3: l + m <= 0 or width < l + m or
//     k + n <= 0 or height < k + n ? 0 : x[channels*height*width*i + height*width*o + width*k +
//     width*n + l + m - width - 1]*w[9*channels*j + m + 3*n + 9*o]))))
//
// Warpgroup: a warpgroup multiplies 64 rows with kTileN columns by wgmma, both operands read from
// shared memory; the products of a tile are under way while those of the next begin. Tiles of
// kTileK terms are copied to kStages stages of shared memory asynchronously (cp.async), kStages - 2
// ahead; their 16-byte chunks lie in the 128-byte swizzle of wgmma. kGroup tiles below each other
// run side by side and share what they read in L2. It needs sm_90a. Products of halves are exact in
// float; their sums are rounded in float, by the tensor cores and in another order than the
// original's. Kernels before copy operands such that terms are neighbours in memory.

#include <cuda_fp16.h>

constexpr int kTileM = 128;  // rows of a block: 64 of each warpgroup
constexpr int kTileN = 256;  // columns of a block
constexpr int kTileK = 64;  // terms of a stage: 128 bytes
constexpr int kStages = 4;  // of the pipeline: tiles of both operands in shared memory
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kStageChunks = 3072;  // chunks of a stage: (kTileM + kTileN) * kTileK / kChunk
constexpr int kVector = 8;  // neighbouring results that a lane stores
constexpr int kThreads = 256;  // of a block: 2 * kTileM
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr int kCopyThreads = 128;  // of a block, where operands are copied
constexpr int kTile = 64;  // elements of a tile's side
constexpr int kCopyVector = 4;  // elements of a pack, where operands are copied
constexpr int kPacks = 16;  // of a tile's side: kTile / kVector
constexpr int kSquares = 2;  // of a thread: kPacks * kPacks / kThreads
constexpr int kAsIs = 0;  // the terms of an operand lie along its lines (PTX: wgmma, imm-trans)
constexpr int kLineChunks = 8;  // 16-byte chunks of a line of a tile: 128 bytes, which the swizzle permutes
constexpr long long kMostTerms = 1ll << 30;  // that 32 bits count, a few tiles beyond the end included
constexpr int kNoFurther = 16;  // bytes: not read by wgmma, as lines of terms are no longer than the swizzle
constexpr int kWgmmaRows = 64;  // of a warpgroup: those of one wgmma

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

// Makes what this thread has written to shared memory visible to wgmma, which reads it through the async proxy (PTX:
// fence.proxy.async).
__device__ __forceinline__ void fence_async_proxy() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Elements that are loaded long before they are used. They stay the words that came: taking them apart would wait for
// them.
template <typename T, int kCount>
struct HeldWords {
  unsigned words[sizeof(T) * kCount / 4];

  __device__ __forceinline__ T at(int e) const { return reinterpret_cast<const T*>(words)[e]; }
};

// Loads those of kCount elements that are among the first `valid` ones; the others are zero.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_pack(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) return *reinterpret_cast<const Pack<T, kCount>*>(from);
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
  return pack;
}

// Loads those of kCount elements that are among the first `valid` ones; the others are zero. Nothing waits for them.
template <int kCount, typename T>
__device__ __forceinline__ HeldWords<T, kCount> load_words(const T* from, long long valid, bool is_wide) {
  HeldWords<T, kCount> held;
  if (is_wide && valid >= kCount) {
    if constexpr (sizeof(held) % 16 == 0) {
#pragma unroll
      for (int w = 0; w < sizeof(held) / 4; w += 4) {
        const uint4 four = reinterpret_cast<const uint4*>(from)[w / 4];
        held.words[w] = four.x, held.words[w + 1] = four.y;
        held.words[w + 2] = four.z, held.words[w + 3] = four.w;
      }
    } else {
      const uint2 two = *reinterpret_cast<const uint2*>(from);
      held.words[0] = two.x, held.words[1] = two.y;
    }
    return held;
  }
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
#pragma unroll
  for (int w = 0; w < sizeof(held) / 4; ++w) {
    held.words[w] = reinterpret_cast<const unsigned*>(&pack)[w];
    asm("" : "+r"(held.words[w]));  // else the compiler takes the words of the other path apart at once
  }
  return held;
}

// Loads those of kCount elements of one or two bytes that are among the first `valid` ones; the others are zero. They
// stay the words that came until they are used: taking them apart at once would wait for them.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_small_pack(const T* from, long long valid, bool is_wide) {
  if constexpr (sizeof(T) * kCount < 8) {
    return load_pack<kCount>(from, valid, is_wide);
  } else {
    const HeldWords<T, kCount> held = load_words<kCount>(from, valid, is_wide);
    Pack<T, kCount> pack;
#pragma unroll
    for (int w = 0; w < sizeof(held) / 4; ++w) reinterpret_cast<unsigned*>(&pack)[w] = held.words[w];
    return pack;
  }
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

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Two numbers rounded to halves, the first in the low bits.
__device__ __forceinline__ unsigned pack_halves(float low, float high) {
  const __half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
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

// Adds the product of 64 x 16 and 16 x 256 halves in shared memory, given by their descriptors, to the sums of a
// warpgroup, asynchronously (PTX: wgmma.mma_async). The predicate says whether sums are added to; the ones after it
// leave the signs of the operands as they are. kTransposedLeft and kTransposedRight: 1 where the terms of an operand
// lie on different lines. With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row g of the warp's 16,
// columns 8p + 2q and the next, sums 4p + 2 and 4p + 3 those of row g + 8.
template <int kTransposedLeft, int kTransposedRight>
__device__ __forceinline__ void wgmma_halves_256(float (&sums)[128], unsigned long long left_matrix,
                                                 unsigned long long right_matrix, bool adds = true) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %132, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, "
      "%78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, "
      "%97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, "
      "%113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
      "}, %128, %129, adds, 1, 1, %130, %131; }"
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
        "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]),
        "+f"(sums[67]), "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71]), "+f"(sums[72]),
        "+f"(sums[73]), "+f"(sums[74]), "+f"(sums[75]), "+f"(sums[76]), "+f"(sums[77]), "+f"(sums[78]),
        "+f"(sums[79]), "+f"(sums[80]), "+f"(sums[81]), "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]),
        "+f"(sums[85]), "+f"(sums[86]), "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]),
        "+f"(sums[91]), "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95]), "+f"(sums[96]),
        "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99]), "+f"(sums[100]), "+f"(sums[101]), "+f"(sums[102]),
        "+f"(sums[103]), "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]), "+f"(sums[107]), "+f"(sums[108]),
        "+f"(sums[109]), "+f"(sums[110]), "+f"(sums[111]), "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]),
        "+f"(sums[115]), "+f"(sums[116]), "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]), "+f"(sums[120]),
        "+f"(sums[121]), "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]), "+f"(sums[125]), "+f"(sums[126]),
        "+f"(sums[127])
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

__global__ void __launch_bounds__(kThreads) convolution_of_halves_written_product(__half* y, int batch, int channels,
    int height, int width, int filters, const __half* w_copy, const __half* x_copy) {
  extern __shared__ __align__(1024) uint4 tiles[];  // for each stage a tile of the left operand and one of the right
  const long long count_down = filters;  // rows of the result
  const long long count_across = ((long long)height * width);  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  if (blockIdx.x >= tiles_down * tiles_across * ((long long)batch)) return;
  const long long l = divide(blockIdx.x, tiles_down * tiles_across);
  const TilePlace tile = place_of_tile<kGroup>(modulo(blockIdx.x, tiles_down * tiles_across), tiles_down, tiles_across);
  const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
  const int rows_here = (int)min(count_down - tile_row, (long long)kTileM);  // of the tile, that there are
  const int columns_here = (int)min(count_across - tile_column, (long long)kTileN);
  const long long terms = (long long)channels * 9;
  const bool is_wide = is_aligned<kVector>(y) && ((long long)height * width * filters) % kVector == 0 &&
      ((long long)height * width) % kVector == 0;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  // ---- Load: a tile of both operands, kTileK terms from `start` on, to a stage ----
  // The left operand is gathered by cp.async in 16-byte chunks of neighbouring terms (implicit GEMM).
  // A thread has the same chunk of several lines, and keeps the part of their addresses that no term changes.
  const bool is_left_wide = is_aligned<kChunk>(w_copy) && (long long)channels * 9 % kChunk == 0 && terms < kMostTerms;
  const int left_chunk = threadIdx.x % (kTileK / kChunk);
  const int left_to = [&] {
    const int line = threadIdx.x / (kTileK / kChunk), chunk = left_chunk;
    return swizzled<kLineChunks>(line, chunk);
  }();  // in a tile: its chunk of the first of its lines; those of further lines are kThreads chunks apart
  // Where lines begin: one thread for each, by way of the memory of tiles.
  for (int line = threadIdx.x; line < kTileM && is_left_wide; line += kThreads) {
    const long long left_index = tile_row + min(line, rows_here - 1);
    const unsigned long long inside = line < rows_here ? 1 : 0;
    reinterpret_cast<LinePlace*>(tiles)[line] = {(left_index * channels * 9), inside};
  }
  __syncthreads();
  const __half* left_from[kTileM * kTileK / kChunk / kThreads];
  unsigned left_inside[kTileM * kTileK / kChunk / kThreads];
  #pragma unroll
  for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p) {
    const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
    const LinePlace at = is_left_wide ? reinterpret_cast<const LinePlace*>(tiles)[line] : LinePlace{};
    left_from[p] = w_copy + at.offset;
    left_inside[p] = (unsigned)at.inside;
  }
  __syncthreads();
  int left_term = left_chunk * kChunk;  // the term of the chunk that is fetched next
  long long left_offset = 0;
  int left_bit = 0;
  const auto place_left = [&] {
    left_offset = ((long long)left_term);
    left_bit = left_term < (long long)channels * 9 ? 0 : 31;  // no term: a bit that is never set
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
      #pragma unroll 1
      for (int e = 0; e < kChunk; ++e) {
        const long long k = start + chunk * kChunk + e;
        __half element = (__half)0.0f;
        if (line < rows_here && k < terms) element = *(w_copy + (i * channels * 9 + k));
        reinterpret_cast<__half*>(to + swizzled<kLineChunks>(line, chunk))[e] = element;
      }
    }
  };
  const auto fetch_left = [&](int stage) {
    uint4* const to = tiles + stage * kStageChunks + left_to;
    #pragma unroll
    for (int p = 0; p < kTileM * kTileK / kChunk / kThreads; ++p)
      cp_async_or_zeros(to + p * kThreads, left_from[p] + left_offset, left_inside[p] >> left_bit & 1);
    left_term += kTileK;
    left_offset += kTileK;
    if (left_term >= (long long)channels * 9) place_left();
  };

  // The right operand is gathered by cp.async in 16-byte chunks of neighbouring terms (implicit GEMM).
  // A thread has the same chunk of several lines, and keeps the part of their addresses that no term changes.
  const bool is_right_wide = is_aligned<kChunk>(x_copy) && channels % kChunk == 0 &&
      ((long long)channels * height * width) % kChunk == 0 && ((long long)channels * width) % kChunk == 0 &&
      terms < kMostTerms;
  const int right_chunk = threadIdx.x % (kTileK / kChunk);
  const int right_to = [&] {
    const int line = threadIdx.x / (kTileK / kChunk), chunk = right_chunk;
    return swizzled<kLineChunks>(line, chunk);
  }();  // in a tile: its chunk of the first of its lines; those of further lines are kThreads chunks apart
  // Where lines begin: one thread for each, by way of the memory of tiles.
  for (int line = threadIdx.x; line < kTileN && is_right_wide; line += kThreads) {
    const long long right_index = tile_column + min(line, columns_here - 1);
    const long long right_index_3 = modulo(right_index, width);
    const long long right_index_2 = divide(right_index, width);
    unsigned long long inside = 0;
    for (int bit = 0; bit < 9 && line < columns_here; ++bit) {
      const long long of_bit_2 = modulo(bit, 3);
      const long long of_bit = divide(bit, 3);
      if ((((height - right_index_2 - of_bit) >= 0) && ((right_index_2 + of_bit - 1) >= 0) &&
          ((width - right_index_3 - of_bit_2) >= 0) && ((right_index_3 + of_bit_2 - 1) >= 0)))
        inside |= 1ull << bit;
    }
    reinterpret_cast<LinePlace*>(tiles)[line] =
        {(l * channels * height * width + right_index * channels - channels - (long long)channels * width), inside};
  }
  __syncthreads();
  const __half* right_from[kTileN * kTileK / kChunk / kThreads];
  unsigned right_inside[kTileN * kTileK / kChunk / kThreads];
  #pragma unroll
  for (int p = 0; p < kTileN * kTileK / kChunk / kThreads; ++p) {
    const int line = threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk));
    const LinePlace at = is_right_wide ? reinterpret_cast<const LinePlace*>(tiles)[line] : LinePlace{};
    right_from[p] = x_copy + at.offset;
    right_inside[p] = (unsigned)at.inside;
  }
  __syncthreads();
  // the term of the chunk that is fetched next
  int right_term_0 = 0, right_term_1 = 0, right_term_2 = right_chunk * kChunk;
  long long right_offset = 0;
  int right_bit = 0;
  const auto place_right = [&] {
    const int count = (int)channels;
    while (right_term_2 >= count && count > 0) {
      right_term_2 -= count;
      if (++right_term_1 < 3) continue;
      right_term_1 = 0;
      ++right_term_0;
    }
    right_offset = (((long long)right_term_0) * channels * width + ((long long)right_term_1) * channels +
        ((long long)right_term_2));
    // no term: a bit that is never set
    right_bit = right_term_0 < 3 ? ((int)((long long)right_term_0)) * 3 + (int)((long long)right_term_1) : 31;
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
      const long long right_index_5 = modulo(j, width);
      const long long right_index_4 = divide(j, width);
      #pragma unroll 1
      for (int e = 0; e < kChunk; ++e) {
        const long long k = start + chunk * kChunk + e;
        const long long of_term_4 = modulo(k, channels);
        const long long of_term_3 = modulo(divide(k, channels), 3);
        const long long of_term_2 = divide(divide(k, channels), 3);
        __half element = (__half)0.0f;
        if (line < columns_here && k < terms &&
            (((height - right_index_4 - of_term_2) >= 0) && ((right_index_4 + of_term_2 - 1) >= 0) &&
            ((width - right_index_5 - of_term_3) >= 0) && ((right_index_5 + of_term_3 - 1) >= 0)))
          element = *(x_copy +
              (l * channels * height * width + of_term_2 * channels * width + of_term_3 * channels + j * channels +
              of_term_4 - channels - (long long)channels * width));
        reinterpret_cast<__half*>(to + swizzled<kLineChunks>(line, chunk))[e] = element;
      }
    }
  };
  const auto fetch_right = [&](int stage) {
    uint4* const to = tiles + stage * kStageChunks + kTileM * kTileK / kChunk + right_to;
    #pragma unroll
    for (int p = 0; p < kTileN * kTileK / kChunk / kThreads; ++p)
      cp_async_or_zeros(to + p * kThreads, right_from[p] + right_offset, right_inside[p] >> right_bit & 1);
    right_term_2 += kTileK;
    right_offset += kTileK;
    if (right_term_2 >= channels) place_right();
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
      const unsigned long long right_matrix = matrix_descriptor<kNoFurther>(right_tile + step * (kWgmmaTerms / kChunk));
      wgmma_halves_256<kAsIs, kAsIs>(sums, left_matrix, right_matrix);
    }
    wgmma_commit();
  };

  // ---- Pipeline: load kStages - 2 tiles ahead, multiply ----
  if (is_left_wide && is_right_wide) {
    const int tiles_of_terms = (int)((terms + kTileK - 1) / kTileK);
    for (int stage = 0; stage < kStages - 2; ++stage) {
      if (stage < tiles_of_terms) {
        fetch_left(stage);
        fetch_right(stage);
      }
      cp_async_commit();
    }
    int stage = 0, free = kStages - 2;  // that is multiplied, and that is filled next
    for (int at = 0; at < tiles_of_terms; ++at) {
      cp_async_wait<kStages - 3>();
      fence_async_proxy();
      __syncthreads();  // the tile is there, and nothing reads the one that is filled next
      if (at + kStages - 2 < tiles_of_terms) {
        fetch_left(free);
        fetch_right(free);
      }
      cp_async_commit();
      multiply(stage);
      wgmma_wait<1>();
      stage = stage + 1 == kStages ? 0 : stage + 1;
      free = free + 1 == kStages ? 0 : free + 1;
    }
  } else {
    for (long long start = 0; start < terms; start += kTileK) {
      gather_left(start, 0);
      gather_right(start, 0);
      cp_async_commit();
      cp_async_wait<0>();
      fence_async_proxy();
      __syncthreads();
      multiply(0);
      wgmma_wait<0>();
      __syncthreads();
    }
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
      store_pack(y + (l * height * width * filters + i * height * width + j), pack, count_across - j, is_wide);
    }
  }
}

__global__ void __launch_bounds__(kCopyThreads) convolution_of_halves_written_copy(const __half* w, int channels,
    int filters, __half* w_copy) {
  __shared__ Pack<__half, kCopyVector> w_tile[kTile][kPacks];
  const long long count_down = 9;
  const long long count_across = channels;
  const long long tiles_across = (count_across + kTile - 1) / kTile;
  const long long tiles_down = (count_down + kTile - 1) / kTile;
  if (blockIdx.x >= tiles_across * tiles_down * ((long long)filters)) return;
  const long long tile_column = modulo(blockIdx.x, tiles_across) * kTile;
  const long long tile_row = modulo(divide(blockIdx.x, tiles_across), tiles_down) * kTile;
  const long long k = divide(divide(blockIdx.x, tiles_across), tiles_down);
  const bool is_wide = is_aligned<kCopyVector>(w_copy) && (long long)channels * 9 % kCopyVector == 0 &&
      channels % kCopyVector == 0;
  Pack<__half, kCopyVector> w_in[kSquares][kCopyVector];
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kCopyThreads;
    const int down = square % kPacks, across = square / kPacks;
    const long long i = tile_row + down * kCopyVector;
    #pragma unroll
    for (int e = 0; e < kCopyVector; ++e) {
      const long long j = tile_column + across * kCopyVector + e;
      const long long rest = j < count_across ? count_down - i : 0;
      w_in[s][e] = load_small_pack<kCopyVector>(w + (k * channels * 9 + j * 9 + i), rest, false);
    }
  }
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kCopyThreads;
    const int down = square % kPacks, across = square / kPacks;
    #pragma unroll
    for (int e = 0; e < kCopyVector; ++e) {
      w_tile[down * kCopyVector + e][across ^ down] = turn_pack(w_in[s], e);
    }
  }
  __syncthreads();
  #pragma unroll
  for (int s = 0; s < kSquares * kCopyVector; ++s) {
    const int pack = threadIdx.x + s * kCopyThreads;
    const int down = pack / kPacks, across = pack % kPacks;
    const long long i = tile_row + down, j = tile_column + across * kCopyVector;
    if (i >= count_down || j >= count_across) continue;
    const Pack<__half, kCopyVector> w_in_turned = w_tile[down][across ^ (down / kCopyVector)];
    Pack<__half, kCopyVector> w_copy_out;
    #pragma unroll
    for (int e = 0; e < kCopyVector; ++e) {
      w_copy_out.at[e] = w_in_turned.at[e];
    }
    store_pack(w_copy + (k * channels * 9 + i * channels + j), w_copy_out, count_across - j, is_wide);
  }
}

__global__ void __launch_bounds__(kCopyThreads) convolution_of_halves_written_copy_2(const __half* x, int batch,
    int channels, int height, int width, __half* x_copy) {
  __shared__ Pack<__half, kCopyVector> x_tile[kTile][kPacks];
  const long long count_down = ((long long)height * width);
  const long long count_across = channels;
  const long long tiles_across = (count_across + kTile - 1) / kTile;
  const long long tiles_down = (count_down + kTile - 1) / kTile;
  if (blockIdx.x >= tiles_across * tiles_down * ((long long)batch)) return;
  const long long tile_column = modulo(blockIdx.x, tiles_across) * kTile;
  const long long tile_row = modulo(divide(blockIdx.x, tiles_across), tiles_down) * kTile;
  const long long k = divide(divide(blockIdx.x, tiles_across), tiles_down);
  const bool is_wide_turned = is_aligned<kCopyVector>(x) && ((long long)channels * height * width) % kCopyVector == 0 &&
      ((long long)height * width) % kCopyVector == 0;
  const bool is_wide = is_aligned<kCopyVector>(x_copy) && ((long long)channels * height * width) % kCopyVector == 0 &&
      channels % kCopyVector == 0;
  Pack<__half, kCopyVector> x_in[kSquares][kCopyVector];
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kCopyThreads;
    const int down = square % kPacks, across = square / kPacks;
    const long long i = tile_row + down * kCopyVector;
    #pragma unroll
    for (int e = 0; e < kCopyVector; ++e) {
      const long long j = tile_column + across * kCopyVector + e;
      const long long rest = j < count_across ? count_down - i : 0;
      x_in[s][e] =
          load_small_pack<kCopyVector>(x + (k * channels * height * width + j * height * width + i), rest,
              is_wide_turned);
    }
  }
  #pragma unroll
  for (int s = 0; s < kSquares; ++s) {
    const int square = threadIdx.x + s * kCopyThreads;
    const int down = square % kPacks, across = square / kPacks;
    #pragma unroll
    for (int e = 0; e < kCopyVector; ++e) {
      x_tile[down * kCopyVector + e][across ^ down] = turn_pack(x_in[s], e);
    }
  }
  __syncthreads();
  #pragma unroll
  for (int s = 0; s < kSquares * kCopyVector; ++s) {
    const int pack = threadIdx.x + s * kCopyThreads;
    const int down = pack / kPacks, across = pack % kPacks;
    const long long i = tile_row + down, j = tile_column + across * kCopyVector;
    if (i >= count_down || j >= count_across) continue;
    const Pack<__half, kCopyVector> x_in_turned = x_tile[down][across ^ (down / kCopyVector)];
    Pack<__half, kCopyVector> x_copy_out;
    #pragma unroll
    for (int e = 0; e < kCopyVector; ++e) {
      x_copy_out.at[e] = x_in_turned.at[e];
    }
    store_pack(x_copy + (k * channels * height * width + i * channels + j), x_copy_out, count_across - j, is_wide);
  }
}
