/* whet
[[launch]]
entry = "byte_histogram_written"
args = ["x", "bins", "n"]
grid = ["max(1, min(264, ceil_div(1 * ceil_div((n), 16), 2048)))"]
block = [1024]
*/
//   forall i < n: bins[x[i]] += 1
//
// Histogram: a block counts the first kBins bins in shared memory, kReplicas times so that lanes
// with the same bin do not wait for each other, and combines what it has with the result at the
// end, once for each bin that it met. A thread loads kInFlight packs of kVector elements before it
// uses one.

constexpr int kThreads = 1024;  // of a block
constexpr int kVector = 16;  // elements of a pack
constexpr int kInFlight = 2;  // packs that a thread loads before it uses one
constexpr int kBins = 256;  // that a block counts in shared memory
constexpr int kReplicas = 32;  // counters of a bin, for different lanes

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
};

// Adds to an element, whatever other threads do to it at the same time.
template <typename T>
__device__ __forceinline__ void atomic_sum(T* at, T value) {
  atomicAdd(at, value);
}
__device__ __forceinline__ void atomic_sum(long long* at, long long value) {
  atomicAdd((unsigned long long*)at, (unsigned long long)value);
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

__global__ void __launch_bounds__(kThreads) byte_histogram_written(const unsigned char* x, int* bins, int n) {
  __shared__ int counts[kBins * kReplicas];
  for (int bin = threadIdx.x; bin < kBins * kReplicas; bin += kThreads) counts[bin] = 0;
  __syncthreads();
  int* const mine = counts + threadIdx.x % kReplicas;
  const long long count = n;
  const long long all_packs = (count + kVector - 1) / kVector;
  const bool is_wide = is_aligned<kVector>(x);
  const long long step = (long long)gridDim.x * (kThreads * kInFlight);
  long long first = (long long)blockIdx.x * (kThreads * kInFlight) + threadIdx.x;
  for (; first < all_packs; first += step) {
    Pack<unsigned char, kVector> x_in[kInFlight];
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long pack = first + s * kThreads;
      if (pack >= all_packs) break;
      const long long i = pack * kVector;
      x_in[s] = load_small_pack<kVector>(x + i, count - i, is_wide);
    }
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long pack = first + s * kThreads;
      if (pack >= all_packs) break;
      const long long i = pack * kVector;
      const auto update = [&](int e) {
        const long long bin = (long long)x_in[s].at[e];
        atomic_sum(mine + (int)bin * kReplicas, (int)(1));
      };
      if (count - i >= kVector) {
        #pragma unroll
        for (int e = 0; e < kVector; ++e) update(e);
      } else {
        #pragma unroll
        for (int e = 0; e < kVector; ++e) {
          if (e < count - i) update(e);
        }
      }
    }
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
    int total = 0;
    for (int r = 0; r < kReplicas; ++r) {
      const int counted = counts[bin * kReplicas + (r + threadIdx.x) % kReplicas];
      total += counted;
    }
    if (total != 0) atomic_sum(bins + bin, total);
  }
}
