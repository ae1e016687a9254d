/* whet
[[scratch]]
name = "tile_maps"
type = "u8"
shape = ["384"]
[[launch]]
entry = "scores_of_heads_written_maps"
args = ["q", "k", "s", "batch", "heads", "queries", "keys", "d", "scale", "tile_maps"]
grid = ["1"]
block = [32]
[[launch]]
entry = "scores_of_heads_written"
args = ["q", "k", "s", "batch", "heads", "queries", "keys", "d", "scale", "tile_maps"]
grid = ["max(1, (batch) * (heads) * ceil_div((queries), 128) * ceil_div((keys), 256))"]
block = [384]
shared = 196608
*/
//   forall i < batch, j < heads, l < queries, m < keys: s[heads*queries*keys*i + queries*keys*j +
//     keys*l + m] = half(scale*sum(n < d: q[heads*queries*d*i + heads*d*l + d*j +
//     n]*k[heads*keys*d*i + heads*d*m + d*j + n]))
//
// Bulk: four warps at once multiply 64 rows with kTileN columns on tensor cores, both read from
// shared memory. One thread starts the copies of whole tiles, kStages ahead at most, and barriers
// say which are there; warps that multiply do nothing else. A kernel before writes the maps by
// which tiles are copied. Products are exact and summed in float. kGroup tiles below each other run
// side by side and share what they read in L2. It needs sm_90a.

#include <cuda_fp16.h>

constexpr int kTileM = 128;  // rows of a block: 64 of four warps
constexpr int kTileN = 256;  // columns of a block
constexpr int kTileK = 64;  // terms of a stage: 128 bytes
constexpr int kStages = 4;  // tiles in shared memory
constexpr int kGroups = 2;  // of four warps, that multiply
constexpr int kCluster = 1;  // blocks that share columns
constexpr int kChunk = 8;  // elements of 16 bytes
constexpr int kStageChunks = 3072;  // of a stage: (kTileM + kTileN) * kTileK / kChunk
constexpr int kVector = 8;  // neighbouring results that a lane stores
constexpr int kThreads = 384;  // of a block: kGroups * 128, and as many as one group that copy
constexpr int kGroup = 8;  // tiles below each other that run side by side
constexpr int kCopyingRegisters = 40;  // of a thread of the warps that copy
constexpr int kMultiplyingRegisters = 232;  // of a thread of the others

// A further dimension of a map: how many there are, and the bytes from one to the next.
struct MapDimension {
  unsigned count;
  unsigned long long stride;
};

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Copies of this block see what another kernel has written to the map (PTX: fence.proxy.tensormap).
__device__ __forceinline__ void acquire_map(const void* map) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
#endif
}

// Arrives at a barrier of this block (PTX: mbarrier.arrive).
__device__ __forceinline__ void arrive_here(unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"((unsigned)__cvta_generic_to_shared(barrier)) : "memory");
#endif
}

// Waits until the phase of the barrier is over whose number has this parity (PTX: mbarrier.try_wait).
__device__ __forceinline__ void await_barrier(unsigned long long* barrier, unsigned parity) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "{ .reg .pred done; waiting: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra waiting; }" ::"r"(
          (unsigned)__cvta_generic_to_shared(barrier)),
      "r"(parity)
      : "memory");
#endif
}

// Registers and shared memory are ready for products by four warps (PTX: wgmma.fence).
__device__ __forceinline__ void begin_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}

// The products that were begun since the last call are one group (PTX: wgmma.commit_group).
__device__ __forceinline__ void close_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#endif
}

// Starts to copy the box at column x and line y that the map describes; its bytes count at the barrier (PTX:
// cp.async.bulk.tensor). Elements outside of the array are zero.
__device__ __forceinline__ void copy_box(void* to, const void* map, long long x, long long y,
                                         unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          (unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((int)x), "r"((int)y), "r"((unsigned)__cvta_generic_to_shared(barrier))
      : "memory");
#endif
}

// The same as copy_box for a map with dimensions of batches: the box is that of the matrix b, or b and c, or b, c and d.
__device__ __forceinline__ void copy_box_of_batch(void* to, const void* map, unsigned long long* barrier,
                                                  long long x, long long y, long long b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(
          (unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((int)x), "r"((int)y), "r"((int)b)
      : "memory");
#endif
}
__device__ __forceinline__ void copy_box_of_batch(void* to, const void* map, unsigned long long* barrier,
                                                  long long x, long long y, long long b, long long c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(
          (unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((int)x), "r"((int)y), "r"((int)b), "r"((int)c)
      : "memory");
#endif
}
__device__ __forceinline__ void copy_box_of_batch(void* to, const void* map, unsigned long long* barrier,
                                                  long long x, long long y, long long b, long long c, long long d) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(
          (unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((int)x), "r"((int)y), "r"((int)b), "r"((int)c), "r"((int)d)
      : "memory");
#endif
}

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// Arrives at the barrier, whose phase ends when copies have brought that many bytes (PTX: mbarrier.arrive.expect_tx).
__device__ __forceinline__ void expect_bytes(unsigned long long* barrier, int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(barrier)),
               "r"(bytes)
               : "memory");
#endif
}

// The threads of four warps keep kCount registers each (PTX: setmaxnreg.dec).
template <int kCount>
__device__ __forceinline__ void give_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
#endif
}

// A barrier in shared memory that `count` arrivals complete (PTX: mbarrier.init).
__device__ __forceinline__ void init_barrier(unsigned long long* barrier, int count) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(count)
               : "memory");
#endif
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// The place of a chunk of 16 bytes in a tile whose lines have kChunks: chunks of 8 lines that lie below each other are on
// different banks.
template <int kChunks>
__device__ __forceinline__ int swizzled(int line, int chunk) {
  constexpr int kBanks = kChunks < 8 ? kChunks : 8;  // of 16 bytes, that a line covers
  return line * kChunks + (chunk ^ (line / (8 / kBanks) % kBanks));
}

// Describes a matrix of swizzled lines of 128 bytes to wgmma: eight lines are 1024 bytes, and further 64 elements along a
// line begin kFurther bytes later (PTX: matrix descriptor).
template <int kFurther>
__device__ __forceinline__ unsigned long long matrix_of_lines(const uint4* from) {
  const unsigned long long start = (unsigned)__cvta_generic_to_shared(from);
  return start >> 4 | (unsigned long long)(kFurther / 16) << 16 | 64ull << 32 | 1ull << 62;
}

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Adds the product of 64 x 16 and 16 x 256 elements in shared memory to the sums of four warps, in the background (PTX:
// wgmma). kTurned: terms of an operand lie apart in memory. With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row
// g of the warp's 16, columns 8p + 2q and the next, sums 4p + 2 and 4p + 3 those of row g + 8.
template <int kTurnedLeft, int kTurnedRight>
__device__ __forceinline__ void multiply_group_halves_256(float (&sums)[128], unsigned long long left,
                                                       unsigned long long right) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, "
      "%78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, "
      "%97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, "
      "%113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
      "}, %128, %129, p, 1, 1, %130, %131; }"
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
      : "l"(left), "l"(right), "n"(kTurnedLeft), "n"(kTurnedRight));
#elif defined(__CUDA_ARCH__)
#error "products by four warps need sm_90a"
#endif
}

// The first address from there on that is a multiple of kBytes.
template <int kBytes, typename T>
__device__ __forceinline__ T* next_aligned(T* from) {
  return from + (kBytes - (unsigned long long)from % kBytes) % kBytes / sizeof(T);
}

// Two numbers rounded to halves, the first in the low bits.
__device__ __forceinline__ unsigned pack_halves(float low, float high) {
  const __half2 pair = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}

// Where a tile lies: kGroup tiles below each other come one after the other, so that blocks that run at the same time
// share what they read.
struct TilePlace {
  long long down, across;
};
template <int kGroup>
__device__ __forceinline__ TilePlace place_of_tile(long long tile, long long tiles_down, long long tiles_across) {
  const long long group = divide(tile, kGroup * tiles_across), in_group = modulo(tile, kGroup * tiles_across);
  const long long height = min((long long)kGroup, tiles_down - group * kGroup);
  return {group * kGroup + modulo(in_group, height), divide(in_group, height)};
}

// Nothing that uses these numbers moves before this place.
template <int kCount>
__device__ __forceinline__ void settle(float (&numbers)[kCount]) {
#pragma unroll
  for (int i = 0; i < kCount; ++i) asm volatile("" : "+f"(numbers[i])::"memory");
}

// Barriers that this thread has made are seen by copies and by other blocks of the cluster (PTX: fence.mbarrier_init).
__device__ __forceinline__ void show_barriers() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
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

// Stores those of the elements that are among the `left` ones.
template <typename T, int kCount>
__device__ __forceinline__ void store_pack(T* to, const Pack<T, kCount>& pack, long long left, bool is_wide) {
  if (is_wide && left >= kCount) {
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
    if (e < left) to[e] = pack.at[e];
  }
}

// The threads of four warps get kCount registers each (PTX: setmaxnreg.inc).
template <int kCount>
__device__ __forceinline__ void take_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
#endif
}

// Four neighbouring lanes have four words each: afterwards lane q has word q of every lane, in the order of the lanes.
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

// Waits until at most kLeft groups of products are under way (PTX: wgmma.wait_group).
template <int kLeft>
__device__ __forceinline__ void wait_for_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
#endif
}

// Sets the dimensions of a map in shared memory from the one numbered kAt on; a box has one element along each (PTX:
// tensormap.replace).
template <int kAt>
__device__ __forceinline__ void set_dimensions(unsigned) {}
template <int kAt, typename... Rest>
__device__ __forceinline__ void set_dimensions(unsigned map, MapDimension first, Rest... rest) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], %1, %2;" ::"r"(map), "n"(kAt), "r"(1)
               : "memory");
  asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], %1, %2;" ::"r"(map), "n"(kAt),
               "r"(first.count)
               : "memory");
  asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], %1, %2;" ::"r"(map), "n"(kAt - 1),
               "l"(first.stride)
               : "memory");
  asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], %1, %2;" ::"r"(map), "n"(kAt), "r"(1)
               : "memory");
  set_dimensions<kAt + 1>(map, rest...);
#endif
}

// Writes a map of lines of kElement (PTX: tensormap.replace, elemtype) in memory, `stride` bytes apart, and of boxes of
// kAlong elements, 128 bytes, by `box` lines, which lie swizzled in shared memory; `further` are dimensions of batches.
// Called by a whole warp.
template <int kElement, int kAlong, typename... Further>
__device__ __forceinline__ void write_map(void* map, const void* from, unsigned length, unsigned lines,
                                          unsigned long long stride, unsigned box, Further... further) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  __shared__ __align__(128) unsigned words[32];
  const unsigned at = (unsigned)__cvta_generic_to_shared(words);
  words[threadIdx.x % 32] = 0;
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at), "l"(from) : "memory");
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;" ::"r"(at), "r"((unsigned)sizeof...(further) + 1)
                 : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(kAlong) : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(box) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(length) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(lines) : "memory");
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at), "l"(stride)
                 : "memory");
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(1) : "memory");
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(1) : "memory");
    set_dimensions<2>(at, further...);
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], %1;" ::"r"(at), "n"(kElement) : "memory");
    asm volatile("tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;" ::"r"(at) : "memory");
  }
  __syncwarp();
  static_cast<unsigned*>(map)[threadIdx.x % 32] = words[threadIdx.x % 32];
  __syncwarp();
  asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
#endif
}

__global__ void __launch_bounds__(32) scores_of_heads_written_maps(const __half* q, const __half* k_, __half* s_, int batch, int heads, int queries, int keys, int d, float scale, unsigned char* tile_maps) {
  unsigned char* const maps = next_aligned<128>(tile_maps);
  const bool is_fast = (unsigned long long)(q) % 16 == 0 && (((long long)heads * d * 2)) % 16 == 0 && ((long long)heads * d * 2) > 0 && ((long long)heads * d * 2) < 1ll << 40 && (((long long)heads * queries * d * 2)) % 16 == 0 && ((long long)heads * queries * d * 2) > 0 && ((long long)heads * queries * d * 2) < 1ll << 40 && ((long long)d * 2) % 16 == 0 && (long long)d * 2 > 0 && (long long)d * 2 < 1ll << 40 && (long long)d > 0 && (long long)d < 1ll << 31 && (long long)queries > 0 && (long long)queries < 1ll << 31 && (long long)batch > 0 && (long long)batch < 1ll << 31 && (long long)heads > 0 && (long long)heads < 1ll << 31 && (unsigned long long)(k_) % 16 == 0 && (((long long)heads * d * 2)) % 16 == 0 && ((long long)heads * d * 2) > 0 && ((long long)heads * d * 2) < 1ll << 40 && (((long long)heads * keys * d * 2)) % 16 == 0 && ((long long)heads * keys * d * 2) > 0 && ((long long)heads * keys * d * 2) < 1ll << 40 && ((long long)d * 2) % 16 == 0 && (long long)d * 2 > 0 && (long long)d * 2 < 1ll << 40 && (long long)d > 0 && (long long)d < 1ll << 31 && (long long)keys > 0 && (long long)keys < 1ll << 31 && (long long)batch > 0 && (long long)batch < 1ll << 31 && (long long)heads > 0 && (long long)heads < 1ll << 31;
  if (!is_fast) return;
  write_map<6, 64>(maps, q, d, queries, ((long long)heads * d * 2), kTileM, MapDimension{(unsigned)(batch), (unsigned long long)(((long long)heads * queries * d * 2))}, MapDimension{(unsigned)(heads), (unsigned long long)((long long)d * 2)});
  write_map<6, 64>(maps + 128, k_, d, keys, ((long long)heads * d * 2), kTileN / kCluster, MapDimension{(unsigned)(batch), (unsigned long long)(((long long)heads * keys * d * 2))}, MapDimension{(unsigned)(heads), (unsigned long long)((long long)d * 2)});
}

__global__ void __launch_bounds__(kThreads, 1) scores_of_heads_written(const __half* q, const __half* k_, __half* s_, int batch, int heads, int queries, int keys, int d, float scale, const unsigned char* tile_maps) {
  const unsigned char* const maps = next_aligned<128>(tile_maps);
  extern __shared__ __align__(1024) uint4 tiles[];  // for each stage a tile of the left operand and one of the right
  __shared__ unsigned long long full[kStages], empty[kStages];  // barriers: there, and no longer needed
  const long long count_down = queries;
  const long long count_across = keys;
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  const long long terms = d;
  const bool is_wide = is_aligned<kVector>(s_) && ((long long)heads * queries * keys) % kVector == 0 && ((long long)queries * keys) % kVector == 0 && keys % kVector == 0;
  const long long all_tiles = tiles_down * tiles_across * (long long)batch * heads;
  const bool is_fast = (unsigned long long)(q) % 16 == 0 && (((long long)heads * d * 2)) % 16 == 0 && ((long long)heads * d * 2) > 0 && ((long long)heads * d * 2) < 1ll << 40 && (((long long)heads * queries * d * 2)) % 16 == 0 && ((long long)heads * queries * d * 2) > 0 && ((long long)heads * queries * d * 2) < 1ll << 40 && ((long long)d * 2) % 16 == 0 && (long long)d * 2 > 0 && (long long)d * 2 < 1ll << 40 && (long long)d > 0 && (long long)d < 1ll << 31 && (long long)queries > 0 && (long long)queries < 1ll << 31 && (long long)batch > 0 && (long long)batch < 1ll << 31 && (long long)heads > 0 && (long long)heads < 1ll << 31 && (unsigned long long)(k_) % 16 == 0 && (((long long)heads * d * 2)) % 16 == 0 && ((long long)heads * d * 2) > 0 && ((long long)heads * d * 2) < 1ll << 40 && (((long long)heads * keys * d * 2)) % 16 == 0 && ((long long)heads * keys * d * 2) > 0 && ((long long)heads * keys * d * 2) < 1ll << 40 && ((long long)d * 2) % 16 == 0 && (long long)d * 2 > 0 && (long long)d * 2 < 1ll << 40 && (long long)d > 0 && (long long)d < 1ll << 31 && (long long)keys > 0 && (long long)keys < 1ll << 31 && (long long)batch > 0 && (long long)batch < 1ll << 31 && (long long)heads > 0 && (long long)heads < 1ll << 31;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (!is_fast) {
    for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x) {
      const long long index_4 = modulo(divide(number, tiles_down * tiles_across), heads);
      const long long l = divide(divide(number, tiles_down * tiles_across), heads);
      const TilePlace tile = place_of_tile<kGroup>(modulo(number, tiles_down * tiles_across), tiles_down, tiles_across);
      const long long top = tile.down * kTileM, left = tile.across * kTileN;
      const int rows_here = (int)min(count_down - top, (long long)kTileM);  // of the tile, that there are
      const int columns_here = (int)min(count_across - left, (long long)kTileN);
      for (int at = threadIdx.x; at < kTileM * kTileN / kVector; at += kThreads) {
        const long long i = top + at / (kTileN / kVector), j = left + at % (kTileN / kVector) * kVector;
        if (i >= count_down || j >= count_across) continue;
        float of_lane[kVector] = {};
        for (long long k = 0; k < terms; ++k) {
          const float of_left = __half2float(*(q + (l * heads * queries * d + i * heads * d + index_4 * d + k)));
          #pragma unroll
          for (int e = 0; e < kVector; ++e) {
            if (j + e < count_across) of_lane[e] += of_left * __half2float(*(k_ + (l * heads * keys * d + (j + e) * heads * d + index_4 * d + k)));
          }
        }
        Pack<__half, kVector> s__out;
        #pragma unroll
        for (int e = 0; e < kVector; ++e) {
          s__out.at[e] = __float2half_rn(scale * of_lane[e]);
        }
        store_pack(s_ + (l * heads * queries * keys + index_4 * queries * keys + i * keys + j), s__out, count_across - j, is_wide);
      }
    }
    return;
  }
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      init_barrier(&full[stage], 1);
      init_barrier(&empty[stage], kGroups * kCluster);
    }
    show_barriers();
  }
  __syncthreads();
  constexpr int kBytes = kStageChunks * 16;  // of a stage
  if (warp >= kGroups * 4) {
    give_registers<kCopyingRegisters>();
    if (threadIdx.x == kGroups * 128) {
      acquire_map(maps);
      acquire_map(maps + 128);
      int stage = 0;
      unsigned phase = 0;
      for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x) {
        const long long index_4 = modulo(divide(number, tiles_down * tiles_across), heads);
        const long long l = divide(divide(number, tiles_down * tiles_across), heads);
        const TilePlace tile = place_of_tile<kGroup>(modulo(number, tiles_down * tiles_across), tiles_down, tiles_across);
        const long long top = tile.down * kTileM, left = tile.across * kTileN;
        const int rows_here = (int)min(count_down - top, (long long)kTileM);  // of the tile, that there are
        const int columns_here = (int)min(count_across - left, (long long)kTileN);
        for (long long start = 0; start < terms; start += kTileK) {
          await_barrier(&empty[stage], phase ^ 1);
          expect_bytes(&full[stage], kBytes);
          copy_box_of_batch(tiles + stage * kStageChunks, maps, &full[stage], start, top, l, index_4);
          copy_box_of_batch(tiles + stage * kStageChunks + kTileM * kTileK / kChunk, maps + 128, &full[stage], start, left, l, index_4);
          if (++stage == kStages) {
            stage = 0;
            phase ^= 1;
          }
        }
      }
    }
  } else {
    take_registers<kMultiplyingRegisters>();
    int stage = 0, before = 0;
    unsigned phase = 0;
    for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x) {
      const long long index_4 = modulo(divide(number, tiles_down * tiles_across), heads);
      const long long l = divide(divide(number, tiles_down * tiles_across), heads);
      const TilePlace tile = place_of_tile<kGroup>(modulo(number, tiles_down * tiles_across), tiles_down, tiles_across);
      const long long top = tile.down * kTileM, left = tile.across * kTileN;
      const int rows_here = (int)min(count_down - top, (long long)kTileM);  // of the tile, that there are
      const int columns_here = (int)min(count_across - left, (long long)kTileN);

      // Four warps have 64 rows. Sums 4p to 4p + 3 of a lane are rows lane / 4 and lane / 4 + 8 of the warp's 16, columns
      // 8p + lane % 4 * 2 and the next.
      float sums[kTileN / 2] = {};
      const auto multiply = [&](int stage) {
        const uint4* const left_tile = tiles + stage * kStageChunks;
        const uint4* const right_tile = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
        begin_products();
        #pragma unroll
        for (int step = 0; step < kTileK / 16; ++step) {
          multiply_group_halves_256<0, 0>(sums, matrix_of_lines<16>(left_tile + warp / 4 * 64 * kTileK / kChunk + step * 2),
              matrix_of_lines<16>(right_tile + step * 2));
        }
        close_products();
      };
      const auto release = [&](int stage) {
        if (threadIdx.x % 128 != 0) return;
        arrive_here(&empty[stage]);
      };
      for (long long start = 0; start < terms; start += kTileK) {
        await_barrier(&full[stage], phase);
        multiply(stage);
        wait_for_products<1>();
        if (start > 0) release(before);
        before = stage;
        if (++stage == kStages) {
          stage = 0;
          phase ^= 1;
        }
      }
      wait_for_products<0>();
      settle(sums);
      release(before);

      #pragma unroll
      for (int p = 0; p < kTileN / 8; p += 4) {
        const long long j = left + (p + lane % 4) * 8;
        #pragma unroll
        for (int s = 0; s < 2; ++s) {
          const long long i = top + warp * 16 + s * 8 + lane / 4;
          Pack<__half, kVector> pack;
          unsigned(&words)[4] = reinterpret_cast<unsigned(&)[4]>(pack);  // each two neighbouring results
          #pragma unroll
          for (int unit = 0; unit < 4; ++unit) {
            float pair[2];
            #pragma unroll
            for (int e = 0; e < 2; ++e) {
              pair[e] = scale * sums[(p + unit) * 4 + s * 2 + e];
            }
            words[unit] = pack_halves(pair[0], pair[1]);
          }
          turn_words(words);
          if (i >= count_down || j >= count_across) continue;
          store_pack(s_ + (l * heads * queries * keys + index_4 * queries * keys + i * keys + j), pack, count_across - j, is_wide);
        }
      }
    }
  }
}
