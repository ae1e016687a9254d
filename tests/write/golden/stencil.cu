/* whet
[[launch]]
entry = "heat_written"
args = ["x", "y", "height", "width", "rate", { type = "i64", value = "(height) * (width)" }]
grid = ["max(1, max(0, ceil_div((-2 + width) + 1, 128)) * max(0, ceil_div((-2 + height), 32)))"]
block = [256]
*/
//   forall i < height - 2, j < width - 2: y[width*i + width + j + 1] = x[width*i + width + j + 1] +
//     rate*(x[width*i + j + 1] + x[width*i + width + j] + x[width*i + width + j + 2] + x[width*i +
//     2*width + j + 1] - 4*x[width*i + width + j + 1])
//
// Stencil: a thread computes packs of kVector elements in kRows rows and keeps the lines that they
// share in registers, so that each element is read about once; a block is kLanes packs wide, and
// what its threads share beside that they find in L1. Packs start where words of memory do. Near
// the borders warps ask for each element which neighbours count.

constexpr int kThreads = 256;  // of a block
constexpr int kLanes = 32;  // packs of a block along a line
constexpr int kDown = 8;  // lines of a block: kThreads / kLanes
constexpr int kRows = 4;  // that a thread computes
constexpr int kVector = 4;  // elements of a pack
constexpr int kLead = 1;  // elements of the first pack that are not stored

// A pack with neighbours on both sides.
template <typename T, int kBefore, int kCount, int kAfter>
struct Line {
  T at[kBefore + kCount + kAfter];
};

// Consecutive elements, loaded and stored at once where their address allows it.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount < 16 ? sizeof(T) * kCount : 16) Pack {
  T at[kCount];
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

// Loads those of kCount elements that are among the first `valid` ones; the others are zero.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_pack(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) return *reinterpret_cast<const Pack<T, kCount>*>(from);
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
  return pack;
}

// Loads a pack and its neighbours.
template <int kBefore, int kCount, int kAfter, typename T>
__device__ __forceinline__ Line<T, kBefore, kCount, kAfter> load_line(const T* from, bool is_wide) {
  Line<T, kBefore, kCount, kAfter> line;
  const Pack<T, kCount> pack = load_pack<kCount>(from, kCount, is_wide);
#pragma unroll
  for (int e = 0; e < kBefore; ++e) line.at[e] = from[e - kBefore];
#pragma unroll
  for (int e = 0; e < kCount; ++e) line.at[kBefore + e] = pack.at[e];
#pragma unroll
  for (int e = 0; e < kAfter; ++e) line.at[kBefore + kCount + e] = from[kCount + e];
  return line;
}

// Loads a pack and its neighbours as far as the array reaches; what lies beyond it is its first or last element.
template <int kBefore, int kCount, int kAfter, typename T>
__device__ __forceinline__ Line<T, kBefore, kCount, kAfter> load_line_within(const T* array, long long elements,
                                                                             const T* from, bool is_wide) {
  const long long first = from - array - kBefore;
  if (first >= 0 && first + kBefore + kCount + kAfter <= elements)
    return load_line<kBefore, kCount, kAfter>(from, is_wide);
  Line<T, kBefore, kCount, kAfter> line;
#pragma unroll
  for (int e = 0; e < kBefore + kCount + kAfter; ++e) line.at[e] = array[max(0ll, min(first + e, elements - 1))];
  return line;
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

// Stores the elements from `first` to before `last`, counted from the start of the pack.
template <typename T, int kCount>
__device__ __forceinline__ void store_part(T* to, const Pack<T, kCount>& pack, long long first, long long last,
                                           bool is_wide) {
  if (first <= 0) {
    store_pack(to, pack, last, is_wide);
    return;
  }
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e >= first && e < last) to[e] = pack.at[e];
  }
}

__global__ void __launch_bounds__(kThreads) heat_written(const float* x, float* y, int height, int width, float rate,
    long long x_elements) {
  const long long count_across = (width - 2);
  const long long packs = (kLead + count_across + kVector - 1) / kVector;
  const long long tiles_across = (packs + kLanes - 1) / kLanes;
  const long long count_march = (height - 2);
  const long long groups = (count_march + kRows - 1) / kRows;
  const long long count_down = groups;
  if (count_across <= 0 || count_march <= 0 || count_down <= 0) return;
  const long long across = modulo(blockIdx.x, tiles_across) * kLanes + threadIdx.x % kLanes;
  const long long down = divide(blockIdx.x, tiles_across) * kDown + threadIdx.x / kLanes;
  const bool is_idle = across >= packs || down >= count_down;
  const long long i = down * kRows;
  const long long j = across * kVector;
  const bool is_wide = is_aligned<kVector>(x) && width % kVector == 0 && is_aligned<kVector>(y);
  const bool is_inside = (i - 1) >= 0 && (height - 4 - (i + kRows - 1)) >= 0 && (j - 2) >= 0 &&
      (width - 3 - (j + kVector - 1)) >= 0;
  if (__all_sync(~0u, is_inside || is_idle)) {
    if (is_idle) return;
    Line<float, 1, kVector, 1> x_line[kRows + 2];
    #pragma unroll
    for (int r = 0; r < kRows + 2; ++r) {
      x_line[r] = load_line<1, kVector, 1>(x + ((i + r) * width + j), is_wide);
    }
    #pragma unroll
    for (int r = 0; r < kRows; ++r) {
      Pack<float, kVector> y_out;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        y_out.at[e] = x_line[r + 1].at[e + 1] +
            rate *
            (x_line[r].at[e + 1] + x_line[r + 1].at[e] + x_line[r + 1].at[e + 2] +
            x_line[r + 2].at[e + 1] - 4.0f * x_line[r + 1].at[e + 1]);
      }
      store_pack(y + (width + (i + r) * width + j), y_out, kVector, is_wide);
    }
    return;
  }
  if (is_idle) return;
  Line<float, 1, kVector, 1> x_line[kRows + 2];
  #pragma unroll
  for (int r = 0; r < kRows + 2; ++r) {
    x_line[r] = load_line_within<1, kVector, 1>(x, x_elements, x + ((i + r) * width + j), is_wide);
  }
  #pragma unroll
  for (int r = 0; r < kRows; ++r) {
    if (i + r < count_march) {
      Pack<float, kVector> y_out_2;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        if (j + e >= kLead && j + e < kLead + count_across) {
          y_out_2.at[e] = x_line[r + 1].at[e + 1] +
              rate *
              (x_line[r].at[e + 1] + x_line[r + 1].at[e] + x_line[r + 1].at[e + 2] +
              x_line[r + 2].at[e + 1] - 4.0f * x_line[r + 1].at[e + 1]);
        }
      }
      store_part(y + (width + (i + r) * width + j), y_out_2, kLead - j, kLead + count_across - j, is_wide);
    }
  }
}
