/* whet
[[launch]]
entry = "saxpy_written"
args = ["n", "a", "x", "y"]
grid = ["max(1, ceil_div(1 * ceil_div((n), 4), 512))"]
block = [256]
*/
//   forall i < n: y[i] = y[i] + a*x[i]
//
// Map: a thread takes kInFlight packs of kVector elements, a block apart, and loads all of them
// before it uses one, so that enough bytes are in flight. Packs are whole words where addresses and
// row lengths allow it, and elements otherwise.

constexpr int kThreads = 256;  // of a block
constexpr int kVector = 4;  // elements of a pack
constexpr int kInFlight = 2;  // packs that a thread loads before it uses one

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
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

__global__ void __launch_bounds__(kThreads) saxpy_written(int n, float a, const float* x, float* y) {
  const long long count = n;
  const long long all_packs = (count + kVector - 1) / kVector;
  const bool is_wide = is_aligned<kVector>(y) && is_aligned<kVector>(x);
  const long long first = (long long)blockIdx.x * (kThreads * kInFlight) + threadIdx.x;
  Pack<float, kVector> y_in[kInFlight];
  Pack<float, kVector> x_in[kInFlight];
  #pragma unroll
  for (int s = 0; s < kInFlight; ++s) {
    const long long pack = first + s * kThreads;
    if (pack >= all_packs) break;
    const long long i = pack * kVector;
    y_in[s] = load_pack<kVector>(y + i, count - i, is_wide);
    x_in[s] = load_pack<kVector>(x + i, count - i, is_wide);
  }
  #pragma unroll
  for (int s = 0; s < kInFlight; ++s) {
    const long long pack = first + s * kThreads;
    if (pack >= all_packs) break;
    const long long i = pack * kVector;
    Pack<float, kVector> y_out;
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      y_out.at[e] = y_in[s].at[e] + a * x_in[s].at[e];
    }
    store_pack(y + i, y_out, count - i, is_wide);
  }
}
