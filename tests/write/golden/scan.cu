/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "tile_words"
type = "u64"
shape = ["max(1, 1 * ceil_div((n), 4096)) + 1"]
[[launch]]
entry = "scan_written_clear"
args = ["tile_words", { type = "i64", value = "max(1, 1 * ceil_div((n), 4096)) + 1" }]
grid = ["ceil_div(max(1, 1 * ceil_div((n), 4096)) + 1, 256)"]
block = [256]
[[launch]]
entry = "scan_written"
args = ["x", "y", "n", "tile_words"]
grid = ["max(1, 1 * ceil_div((n), 4096))"]
block = [256]
*/
//   forall i < n: y[i] = sum(k < i + 1: x[k])
//
// Scan in one pass with look-back: a block publishes what its tile has, adds up what the tiles
// before it have published, and publishes that, so that memory is read once. Tiles are begun in
// order, so that nobody waits for a block that has not started. A thread loads all its kPacks packs
// of kVector elements of a tile at once; lanes are scanned by shuffles and warps in shared memory.

constexpr int kThreads = 256;  // of a block
constexpr int kVector = 4;  // elements of a pack
constexpr int kPacks = 4;  // of a thread in a tile
constexpr int kTile = 4096;  // elements of a tile

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

struct Sum {
  template <typename T>
  __device__ __forceinline__ T operator()(T a, T b) const {
    return a + b;
  }
};

// a / b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long divide(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a / (unsigned)b) : a / b;
}

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
}

// Combines the values of the lanes before this one among kLanes; `all` gets those of all kLanes.
template <int kLanes, typename T, typename Fold>
__device__ __forceinline__ T lanes_before(T value, T nothing, Fold fold, T& all) {
  const int lane = threadIdx.x % kLanes;
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) {
    const T other = __shfl_up_sync(0xffffffffu, value, step, kLanes);
    if (lane >= step) value = fold(other, value);
  }
  all = __shfl_sync(0xffffffffu, value, kLanes - 1, kLanes);
  const T before = __shfl_up_sync(0xffffffffu, value, 1, kLanes);
  return lane == 0 ? nothing : before;
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

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
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

// The value of the lane whose number differs in the bits of `mask`.
template <typename T>
__device__ __forceinline__ T from_lane(T value, int mask) {
  return __shfl_xor_sync(0xffffffffu, value, mask);
}

// Combines the values of kLanes neighbouring lanes, a power of two; every lane gets the result.
template <int kLanes, typename T, typename Fold>
__device__ __forceinline__ T reduce_lanes(T value, Fold fold) {
#pragma unroll
  for (int mask = kLanes / 2; mask > 0; mask /= 2) value = fold(value, from_lane(value, mask));
  return value;
}

// What a tile has published: nothing, what is in it, or what is in it and in all before it. Flag and value are one
// word, so that nobody sees one without the other.
constexpr unsigned kOfTile = 1, kUpToTile = 2;

__device__ __forceinline__ unsigned bits_of(float value) {
  return __float_as_uint(value);
}
__device__ __forceinline__ unsigned bits_of(long long value) {
  return (unsigned)value;
}
__device__ __forceinline__ void take_bits(unsigned bits, float& value) {
  value = __uint_as_float(bits);
}
__device__ __forceinline__ void take_bits(unsigned bits, long long& value) {
  value = (int)bits;
}

template <typename T>
__device__ __forceinline__ void publish(unsigned long long* word, unsigned flag, T value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word),
               "l"((unsigned long long)flag << 32 | bits_of(value))
               : "memory");
}
__device__ __forceinline__ unsigned long long published(const unsigned long long* word) {
  unsigned long long found;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(found) : "l"(word) : "memory");
  return found;
}

// Combines all tiles before this one: a warp looks back at 32 tiles at a time until one knows those before it. Called
// by one warp; every lane gets the result. Tiles must be begun in order.
template <typename T, typename Fold>
__device__ __forceinline__ T tiles_before(unsigned long long* words, long long tile, T total, T nothing, Fold fold) {
  const int lane = threadIdx.x % 32;
  T before = nothing;
  if (tile > 0 && lane == 0) publish(words + tile, kOfTile, total);
  for (long long last = tile - 1; last >= 0; last -= 32) {
    unsigned flag = kUpToTile;
    T value = nothing;
    if (lane <= last) {
      unsigned long long word = published(words + last - lane);
      while (word >> 32 == 0) word = published(words + last - lane);
      flag = (unsigned)(word >> 32);
      take_bits((unsigned)word, value);
    }
    const unsigned complete = __ballot_sync(0xffffffffu, flag == kUpToTile);
    const int end = complete != 0 ? __ffs(complete) - 1 : 31;
    before = fold(reduce_lanes<32>(lane <= end ? value : nothing, fold), before);
    if (complete != 0) break;
  }
  if (lane == 0) publish(words + tile, kUpToTile, fold(before, total));
  return before;
}

// Combines the values of the warps before this one in the block, each given by its lanes; `all` gets those of all.
template <int kThreads, typename T, typename Fold>
__device__ __forceinline__ T warps_before(T value, T nothing, Fold fold, T& all) {
  __shared__ T of_warp[kThreads / 32];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  T before = nothing;
  all = nothing;
#pragma unroll
  for (int warp = 0; warp < kThreads / 32; ++warp) {
    if (warp == threadIdx.x / 32) before = all;
    all = fold(all, of_warp[warp]);
  }
  __syncthreads();  // the next tile writes there again
  return before;
}

__global__ void __launch_bounds__(kThreads) scan_written_clear(unsigned long long* tile_words, long long word_count) {
  const long long word = (long long)blockIdx.x * kThreads + threadIdx.x;
  if (word < word_count) tile_words[word] = 0;
}

__global__ void __launch_bounds__(kThreads) scan_written(const float* x, float* y, int n,
    unsigned long long* tile_words) {
  __shared__ long long begun;
  __shared__ float of_tiles_before;
  if (threadIdx.x == 0) begun = (long long)atomicAdd(tile_words, 1ULL);
  __syncthreads();
  const long long number = begun;
  const long long count = n;
  const bool is_wide = is_aligned<kVector>(x) && is_aligned<kVector>(y);
  const long long length = count;
  const long long tiles = (count + kTile - 1) / kTile;  // of a row
  if (number >= tiles * (1)) return;
  const long long row = divide(number, tiles);
  const long long tile = modulo(number, tiles) * kTile;
  const long long start = tile + threadIdx.x / 32 * (32 * kVector * kPacks) + threadIdx.x % 32 * kVector;
  Pack<float, kVector> x_in[kPacks];
  #pragma unroll
  for (int p = 0; p < kPacks; ++p) {
    const long long k = start + p * (32 * kVector);
    x_in[p] = load_pack<kVector>(x + k, length - k, is_wide);
  }
  Pack<float, kVector> so_far[kPacks];
  float total = (float)(0.0f);
  #pragma unroll
  for (int p = 0; p < kPacks; ++p) {
    const long long k = start + p * (32 * kVector);
    float run = (float)(0.0f);
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      if (e < length - k) {
        run = run + x_in[p].at[e];
      }
      so_far[p].at[e] = run;
    }
    float all_lanes;
    const float ahead_of_lane = Sum()(total, lanes_before<32>(run, (float)(0.0f), Sum(), all_lanes));
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      so_far[p].at[e] = Sum()(ahead_of_lane, so_far[p].at[e]);
    }
    total = Sum()(total, all_lanes);
  }
  float all;
  const float in_tile = warps_before<kThreads>(total, (float)(0.0f), Sum(), all);
  if (threadIdx.x < 32) {
    const float found = tiles_before(tile_words + 1 + row * tiles, tile / kTile, all, (float)(0.0f), Sum());
    if (threadIdx.x == 0) of_tiles_before = found;
  }
  __syncthreads();
  const float ahead = Sum()(of_tiles_before, in_tile);
  #pragma unroll
  for (int p = 0; p < kPacks; ++p) {
    const long long k = start + p * (32 * kVector);
    Pack<float, kVector> y_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      if (e < length - k) {
        const float scanned = Sum()(ahead, so_far[p].at[e]);
        y_out.at[e] = scanned;
      }
    }
    store_pack(y + k, y_out, length - k, is_wide);
  }
}
