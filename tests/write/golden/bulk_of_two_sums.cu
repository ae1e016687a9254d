/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "tensor_maps"
type = "u8"
shape = ["50816"]
[[launch]]
entry = "geglu_of_halves_written"
args = ["x", "v", "w", "gates", "biases", "out", "rows", "in", "outs", "tensor_maps"]
grid = ["min(max(1, 1 * ceil_div((rows), 128) * ceil_div((outs), 128)), 132)"]
block = [384]
shared = 196608
*/
//   forall i < rows, j < outs: out[outs*i + j] = half(0.5*(erf(0.707106769*(gates[j] + sum(k < in:
//     x[in*i + k]*v[in*j + k]))) + 1)*(gates[j] + sum(k < in: x[in*i + k]*v[in*j + k]))*(biases[j]
//     + sum(k < in: x[in*i + k]*w[in*j + k])))
//
// Bulk: one thread of a producer warpgroup loads tiles of both operands by TMA into kStages stages
// of shared memory; kConsumers consumer warpgroups multiply 64 rows each with kTileN columns by
// wgmma. An mbarrier of a stage tells when it is full, another when it is empty. Each block writes
// the tensor maps that TMA needs. kGroup tiles below each other run side by side and share what
// they read in L2. It needs sm_90a. Both sums are computed side by side, and the left operand is
// read once for both of them. Products of halves are exact in float; their sums are rounded in
// float, by the tensor cores and in another order than the original's. Blocks are persistent: they
// go on with further tiles, whose loads begin while results are stored.

#include <cuda_fp16.h>

constexpr int kTileM = 128;  // rows of a block: 64 of each consumer warpgroup
constexpr int kTileN = 128;  // columns of a block
constexpr int kTileK = 64;  // terms of a stage: 128 bytes
constexpr int kStages = 4;  // of the pipeline: tiles of both operands in shared memory
constexpr int kConsumers = 2;  // warpgroups that multiply
constexpr int kChunk = 8;  // elements of a 16-byte chunk
constexpr int kStageChunks = 3072;  // chunks of a stage: (kTileM + 2 * kTileN) * kTileK / kChunk
constexpr int kVector = 8;  // neighbouring results that a lane stores
constexpr int kThreads = 384;  // of a block: those of the consumer warpgroups and of the producer's
constexpr int kGroup = 16;  // tiles below each other that run side by side
constexpr int kProducerRegisters = 40;  // of a thread of the producer warpgroup
constexpr int kConsumerRegisters = 232;  // of a thread of the consumer warpgroups
constexpr int kAsIs = 0;  // the terms of an operand lie along its lines (PTX: wgmma, imm-trans)
constexpr int kLineChunks = 8;  // 16-byte chunks of a line of a tile: 128 bytes, which the swizzle permutes
constexpr int kMapBytes = 128;  // of a tensor map, and what its address is a multiple of
constexpr int kMapHalf = 6;  // elements of a tensor map: .f16 (PTX: tensormap.replace, elemtype)
constexpr int kNoFurther = 16;  // bytes: not read by wgmma, as lines of terms are no longer than the swizzle
constexpr int kWarpgroup = 128;  // threads of a warpgroup: four warps
constexpr int kWgmmaRows = 64;  // of a warpgroup: those of one wgmma

// Elements that are loaded long before they are used. They stay the words that came: taking them apart would wait for
// them.
template <typename T, int kCount>
struct HeldWords {
  unsigned words[sizeof(T) * kCount / 4];

  __device__ __forceinline__ T at(int e) const { return reinterpret_cast<const T*>(words)[e]; }
};

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Lets TMA of this block use a tensor map, 128 bytes, that another kernel has written (PTX: fence.proxy.tensormap).
__device__ __forceinline__ void acquire_map(const void* map) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
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

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Whether the array of a tensor map can begin there: at a multiple of 16 bytes.
__device__ __forceinline__ bool is_map_address(const void* address) {
  return (unsigned long long)address % 16 == 0;
}

// Whether that many elements can be counted by the coordinates of TMA: they have 32 bits and a sign.
__device__ __forceinline__ bool is_map_extent(long long count) {
  return count > 0 && count < 1ll << 31;
}

// Whether a tensor map can have a stride of that many bytes: a multiple of 16 below 2^40.
__device__ __forceinline__ bool is_map_stride(long long bytes) {
  return bytes % 16 == 0 && bytes > 0 && bytes < 1ll << 40;
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

// Arrives at an mbarrier of this block (PTX: mbarrier.arrive).
__device__ __forceinline__ void mbarrier_arrive(unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const unsigned address = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address) : "memory");
#endif
}

// Arrives at the mbarrier, whose phase then ends when TMA has brought that many bytes (PTX: mbarrier.arrive.expect_tx).
__device__ __forceinline__ void mbarrier_expect(unsigned long long* barrier, int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(barrier)),
               "r"(bytes)
               : "memory");
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

// The first address from there on that is a multiple of kBytes.
template <int kBytes, typename T>
__device__ __forceinline__ T* next_aligned(T* from) {
  return from + (kBytes - (unsigned long long)from % kBytes) % kBytes / sizeof(T);
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

// Raises the registers of every thread of this warpgroup to kCount (PTX: setmaxnreg.inc).
template <int kCount>
__device__ __forceinline__ void take_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
#endif
}

// Starts the TMA load of the box of the tensor map at column x and line y; its bytes count at the mbarrier (PTX:
// cp.async.bulk.tensor). Elements outside of the array are zero.
__device__ __forceinline__ void tma_load(void* to, const void* map, long long x, long long y,
                                         unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((int)x), "r"((int)y), "r"((unsigned)__cvta_generic_to_shared(barrier))
      : "memory");
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

// A whole warp makes the 32 words of a tensor map zero. Their address in shared memory.
__device__ __forceinline__ unsigned clear_map(unsigned (&words)[32]) {
  words[threadIdx.x % 32] = 0;
  __syncwarp();
  return (unsigned)__cvta_generic_to_shared(words);
}

// A whole warp copies the 32 words of a tensor map to global memory, where TMA of later kernels can acquire it (PTX:
// fence.proxy.tensormap).
__device__ __forceinline__ void publish_map(void* map, const unsigned (&words)[32]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  __syncwarp();
  static_cast<unsigned*>(map)[threadIdx.x % 32] = words[threadIdx.x % 32];
  __syncwarp();
  asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
#endif
}

// Sets the fields of a tensor map in shared memory for lines of kElement that begin `stride` bytes apart, and for boxes
// of kBoxLength elements, 128 bytes, by `box_lines`, in the 128-byte swizzle (PTX: tensormap.replace). kRank: its
// dimensions.
template <int kElement, int kBoxLength, int kRank>
__device__ __forceinline__ void set_matrix(unsigned map, const void* from, unsigned length, unsigned lines,
                                           unsigned long long stride, unsigned box_lines) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  constexpr int kNotInterleaved = 0, kSwizzle128 = 3, kFillZeros = 0;  // as tensormap.replace numbers them
  asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(map), "l"(from)
               : "memory");
  asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "r"(kRank - 1) : "memory");
  asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(kBoxLength)
               : "memory");
  asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(box_lines)
               : "memory");
  asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(length)
               : "memory");
  asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(lines)
               : "memory");
  asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(map), "l"(stride)
               : "memory");
  asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(1)
               : "memory");
  asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(1)
               : "memory");
  asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "n"(kElement) : "memory");
  asm volatile("tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], %1;" ::"r"(map),
               "n"(kNotInterleaved)
               : "memory");
  asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "n"(kSwizzle128)
               : "memory");
  asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "n"(kFillZeros)
               : "memory");
#endif
}

// Writes the tensor map of a matrix: `lines` of `length` elements, `stride` bytes apart, and boxes of kBoxLength
// elements by `box_lines`. kElement: the type as tensormap.replace numbers it. Called by whole warps,
// which of four may write maps at the same time.
template <int kElement, int kBoxLength>
__device__ __forceinline__ void write_map(void* map, const void* from, unsigned length, unsigned lines,
                                          unsigned long long stride, unsigned box_lines) {
  __shared__ __align__(128) unsigned of_warps[4][32];
  unsigned(&words)[32] = of_warps[threadIdx.x / 32 % 4];
  const unsigned at = clear_map(words);
  if (threadIdx.x % 32 == 0) set_matrix<kElement, kBoxLength, 2>(at, from, length, lines, stride, box_lines);
  publish_map(map, words);
}

__global__ void __launch_bounds__(kThreads, 1) geglu_of_halves_written(const __half* x, const __half* v,
    const __half* w, const __half* gates, const __half* biases, __half* out, int rows, int in, int outs,
    unsigned char* tensor_maps) {
  unsigned char* const maps = next_aligned<kMapBytes>(tensor_maps) + blockIdx.x * (3 * kMapBytes);
  extern __shared__ __align__(1024) uint4 tiles[];  // for each stage a tile of the left operand and one of the right
  // mbarriers: TMA has filled a stage; consumers have read it
  __shared__ unsigned long long full[kStages], empty[kStages];
  const long long count_down = rows;  // rows of the result
  const long long count_across = outs;  // its columns
  const long long tiles_down = (count_down + kTileM - 1) / kTileM;
  const long long tiles_across = (count_across + kTileN - 1) / kTileN;
  const long long terms = in;
  const bool is_wide = is_aligned<kVector>(gates) && is_aligned<kVector>(biases) && is_aligned<kVector>(out) &&
      outs % kVector == 0;
  const long long all_tiles = tiles_down * tiles_across;
  const bool can_map = is_map_address(x) && is_map_stride((long long)in * 2) && is_map_extent(in) &&
      is_map_extent(rows) && is_map_address(w) && is_map_extent(outs) && is_map_address(v);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  // ---- Operands that no tensor map describes: every thread computes results of its own ----
  if (!can_map) {
    for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x) {
      const TilePlace tile = place_of_tile<kGroup>(number, tiles_down, tiles_across);
      const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
      for (int at = threadIdx.x; at < kTileM * kTileN / kVector; at += kThreads) {
        const long long i = tile_row + at / (kTileN / kVector);
        const long long j = tile_column + at % (kTileN / kVector) * kVector;
        if (i >= count_down || j >= count_across) continue;
        float of_lane[kVector] = {};
        float of_further[kVector] = {};
        for (long long k = 0; k < terms; ++k) {
          const float of_left = __half2float(*(x + (i * in + k)));
          #pragma unroll
          for (int e = 0; e < kVector; ++e) {
            if (j + e >= count_across) continue;
            of_lane[e] += of_left * __half2float(*(w + ((j + e) * in + k)));
            of_further[e] += of_left * __half2float(*(v + ((j + e) * in + k)));
          }
        }
        const Pack<__half, kVector> gates_in = load_small_pack<kVector>(gates + j, count_across - j, is_wide);
        const Pack<__half, kVector> biases_in = load_small_pack<kVector>(biases + j, count_across - j, is_wide);
        Pack<__half, kVector> out_out;
        #pragma unroll
        for (int e = 0; e < kVector; ++e) {
          const float part = __half2float(gates_in.at[e]) + of_further[e];
          out_out.at[e] = __float2half_rn(0.5f * (1.0f + erff(0.70710677f * part)) * part *
              (__half2float(biases_in.at[e]) + of_lane[e]));
        }
        store_pack(out + (i * outs + j), out_out, count_across - j, is_wide);
      }
    }
    return;
  }

  // ---- Set up the pipeline, and the tensor maps of this block ----
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      mbarrier_init(&full[stage], 1);  // the producer's arrival, and the bytes that it expects
      mbarrier_init(&empty[stage], kConsumers);
    }
    fence_mbarrier_init();
  }
  if (warp == kConsumers * 4) {
    write_map<kMapHalf, kLineChunks * kChunk>(maps, x, in, rows, (long long)in * 2, kTileM);
  }
  if (warp == kConsumers * 4 + 1) {
    write_map<kMapHalf, kLineChunks * kChunk>(maps + kMapBytes, w, in, outs, (long long)in * 2, kTileN);
  }
  if (warp == kConsumers * 4 + 2) {
    write_map<kMapHalf, kLineChunks * kChunk>(maps + 2 * kMapBytes, v, in, outs, (long long)in * 2, kTileN);
  }
  __syncthreads();
  constexpr int kStageBytes = kStageChunks * sizeof(uint4);
  if (warp >= kConsumers * 4) {
    // ---- Load: one thread of the producer warpgroup starts TMA, kStages tiles ahead at most ----
    give_registers<kProducerRegisters>();
    if (threadIdx.x == kConsumers * kWarpgroup) {
      acquire_map(maps);
      acquire_map(maps + kMapBytes);
      acquire_map(maps + 2 * kMapBytes);
      int stage = 0;
      unsigned phase = 0;  // the parity of the rounds through all stages
      for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x) {
        const TilePlace tile = place_of_tile<kGroup>(number, tiles_down, tiles_across);
        const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
        for (long long start = 0; start < terms; start += kTileK) {
          mbarrier_wait(&empty[stage], phase ^ 1);
          mbarrier_expect(&full[stage], kStageBytes);
          tma_load(tiles + stage * kStageChunks, maps, start, tile_row, &full[stage]);
          tma_load(tiles + stage * kStageChunks + kTileM * kTileK / kChunk, maps + kMapBytes, start, tile_column,
              &full[stage]);
          tma_load(tiles + stage * kStageChunks + kTileM * kTileK / kChunk + kTileN * kTileK / kChunk,
              maps + 2 * kMapBytes, start, tile_column, &full[stage]);
          if (++stage == kStages) {
            stage = 0;
            phase ^= 1;
          }
        }
      }
    }
  } else {
    // ---- Consumer warpgroups ----
    take_registers<kConsumerRegisters>();
    int stage = 0, previous = 0;
    unsigned phase = 0;  // the parity of the rounds through all stages

    // ---- Multiply: the warpgroup's kWgmmaRows rows with all columns of the tile ----
    // Sums 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns
    // 8p + lane % 4 * 2 and the next.
    // Those of the further sum come after all of the first.
    float sums[2 * (kTileN / 2)] = {};  // the first products of a tile set them
    constexpr int kWgmmaTerms = 16;  // of one wgmma: 32 bytes
    const auto multiply = [&](int stage, bool is_first) {
      const uint4* const left_tile = tiles + stage * kStageChunks + warp / 4 * kWgmmaRows * kTileK / kChunk;
      const uint4* const right_tile = tiles + stage * kStageChunks + kTileM * kTileK / kChunk;
      wgmma_fence();
      #pragma unroll
      for (int step = 0; step < kTileK / kWgmmaTerms; ++step) {
        const unsigned long long left_matrix = matrix_descriptor<kNoFurther>(left_tile + step * (kWgmmaTerms / kChunk));
        const unsigned long long right_matrix =
            matrix_descriptor<kNoFurther>(right_tile + step * (kWgmmaTerms / kChunk));
        wgmma_halves_256<kAsIs, kAsIs>(sums, left_matrix, right_matrix, !is_first || step > 0);
      }
      wgmma_commit();
    };
    const auto release = [&](int stage) {
      if (threadIdx.x % kWarpgroup != 0) return;
      mbarrier_arrive(&empty[stage]);
    };
    for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x) {
      for (long long start = 0; start < terms; start += kTileK) {
        mbarrier_wait(&full[stage], phase);
        multiply(stage, start == 0);
        wgmma_wait<1>();  // those of the stage before have ended
        if (start > 0) release(previous);
        previous = stage;
        if (++stage == kStages) {
          stage = 0;
          phase ^= 1;
        }
      }
      // The place of the tile is found while the last wgmma are computed.
      const TilePlace tile = place_of_tile<kGroup>(number, tiles_down, tiles_across);
      const long long tile_row = tile.down * kTileM, tile_column = tile.across * kTileN;  // where it begins
      // What results need beside the sums is on its way while the last wgmma are computed.
      constexpr int kAhead = 4;  // packs of a row that are loaded before they are needed
      HeldWords<__half, kVector> gates_in[kAhead];
      HeldWords<__half, kVector> biases_in[kAhead];
      const auto load_ahead = [&](int p) {
        const long long j = tile_column + (p + lane % 4) * 8;
        gates_in[p / 4 % kAhead] = load_words<kVector>(gates + j, count_across - j, is_wide);
        biases_in[p / 4 % kAhead] = load_words<kVector>(biases + j, count_across - j, is_wide);
      };
      #pragma unroll
      for (int p = 0; p < 4 * kAhead; p += 4) load_ahead(p);
      wgmma_wait<0>();
      settle(sums);
      release(previous);

      // ---- Store: four lanes exchange their sums of 32 columns, and each has kVector neighbours of two rows ----
      #pragma unroll
      for (int p = 0; p < kTileN / 8; p += 4) {
        const long long j = tile_column + (p + lane % 4) * 8;
        #pragma unroll
        for (int s = 0; s < 2; ++s) {
          const long long i = tile_row + warp * 16 + s * 8 + lane / 4;
          float of_lane[kVector];
          #pragma unroll
          for (int e = 0; e < kVector; ++e) of_lane[e] = sums[(p + e / 2) * 4 + s * 2 + e % 2];
          turn_quads(of_lane);
          float of_further[kVector];
          #pragma unroll
          for (int e = 0; e < kVector; ++e) of_further[e] = sums[kTileN / 2 + (p + e / 2) * 4 + s * 2 + e % 2];
          turn_quads(of_further);
          if (i >= count_down || j >= count_across) continue;
          Pack<__half, kVector> out_out_2;
          #pragma unroll
          for (int e = 0; e < kVector; ++e) {
            const float part_2 = __half2float(gates_in[p / 4 % kAhead].at(e)) + of_further[e];
            out_out_2.at[e] = __float2half_rn(0.5f * (1.0f + erff(0.70710677f * part_2)) * part_2 *
                (__half2float(biases_in[p / 4 % kAhead].at(e)) + of_lane[e]));
          }
          store_pack(out + (i * outs + j), out_out_2, count_across - j, is_wide);
        }
        if (p + 4 * kAhead < kTileN / 8) load_ahead(p + 4 * kAhead);
      }
    }
  }
}
