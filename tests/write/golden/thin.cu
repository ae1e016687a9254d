/* whet
[[launch]]
entry = "few_rows_written"
args = ["x", "w", "bias", "y", "m", "n", "k"]
grid = ["max(1, 1 * ceil_div((m), 4) * ceil_div((n), 16))"]
block = [128]
*/
//   forall i < m, j < n: y[n*i + j] = bias[j] + sum(l < k: x[k*i + l]*w[k*j + l])
//
// Thin: one side of the product is short. A thread reads kMany elements of the long operand for
// kTerms terms, each once for kFew elements of the short one, which stays in the caches; kLanes
// threads share the terms of an element and add up what they have.
// `k_` is the original's parameter `k`.

constexpr int kFew = 4;  // elements of the short side, of a thread
constexpr int kMany = 4;  // elements of the long side, of a thread
constexpr int kTerms = 4;  // terms of a thread at a time
constexpr int kLanes = 32;  // threads that share the terms of an element
constexpr int kThreads = 128;  // of a block
constexpr int kTileM = 4;  // rows of a block
constexpr int kTileN = 16;  // columns of a block
constexpr int kVector = 1;  // results that are stored at once
constexpr int kGroup = 8;  // tiles below each other that run side by side

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

// Whether packs of kCount elements can be accessed as a whole from this address on.
template <int kCount, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return (unsigned long long)address % alignof(Pack<T, kCount>) == 0;
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

__global__ void __launch_bounds__(kThreads) few_rows_written(const float* x, const float* w, const float* bias,
    float* y, int m, int n, int k_) {
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
  // The threads that share the terms of an element are `share` of kLanes.
  const int share = threadIdx.x % kLanes, first = threadIdx.x / kLanes * kMany;
  const bool is_of_few_wide = is_aligned<kTerms>(x) && k_ % kTerms == 0;
  const bool is_of_many_wide = is_aligned<kTerms>(w) && k_ % kTerms == 0;
  float sums[kFew][kMany] = {};
  // is_whole: all terms and elements are there, and packs are whole words.
  const auto add_terms = [&](long long k, bool is_whole) {
    float of_many[kMany][kTerms];
    #pragma unroll
    for (int c = 0; c < kMany; ++c) {
      const long long j = tile_column + min(first + c, columns_here - 1);
      const Pack<float, kTerms> w_in =
          load_pack<kTerms>(w + (j * k_ + k), is_whole ? kTerms : terms - k, is_whole || is_of_many_wide);
      #pragma unroll
      for (int t = 0; t < kTerms; ++t) {
        of_many[c][t] = w_in.at[t];
      }
    }
    #pragma unroll
    for (int f = 0; f < kFew; ++f) {
      float of_few[kTerms];
      const long long i = tile_row + min(f, rows_here - 1);
      const Pack<float, kTerms> x_in =
          load_pack<kTerms>(x + (i * k_ + k), is_whole ? kTerms : terms - k, is_whole || is_of_few_wide);
      #pragma unroll
      for (int t = 0; t < kTerms; ++t) {
        of_few[t] = x_in.at[t];
      }
      #pragma unroll
      for (int c = 0; c < kMany; ++c) {
        #pragma unroll
        for (int t = 0; t < kTerms; ++t) sums[f][c] += of_few[t] * of_many[c][t];
      }
    }
  };
  constexpr int kStep = kLanes * kTerms;
  long long k = share * kTerms;
  #pragma unroll 2
  for (; is_of_few_wide && is_of_many_wide && k + kTerms <= terms; k += kStep) add_terms(k, true);
  for (; k < terms; k += kStep) add_terms(k, false);

  #pragma unroll
  for (int f = 0; f < kFew; ++f) {
    #pragma unroll
    for (int c = 0; c < kMany; ++c) {
      sums[f][c] = reduce_lanes<kLanes>(sums[f][c], Sum());
      const long long i = tile_row + f, j = tile_column + first + c;
      if (share != (f * kMany + c) % kLanes || i >= count_down || j >= count_across) continue;
      const Pack<float, kVector> bias_in = load_pack<kVector>(bias + j, count_across - j, false);
      Pack<float, kVector> y_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        y_out.at[e] = bias_in.at[e] + sums[f][c];
      }
      store_pack(y + (i * n + j), y_out, count_across - j, false);
    }
  }
}
