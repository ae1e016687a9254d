/* whet
[[launch]]
entry = "softmax_written"
args = ["x", "y", "rows", "cols"]
grid = ["max(1, ceil_div((rows), 1))"]
block = [64]
*/
//   forall i < rows, j < cols: y[cols*i + j] = exp(x[cols*i + j] - max(k < cols: x[cols*i +
//     k]))/sum(l < cols: exp(x[cols*i + l] - max(k < cols: x[cols*i + k])))
//
// Rows: the threads of a block share a row, in packs of kVector elements, and combine what they
// found by shuffles and then in shared memory. A row that fits stays in registers, so that memory
// is read once; longer ones are read again.

constexpr int kThreads = 64;  // of a block
constexpr int kLanes = 64;  // threads that share a row
constexpr int kVector = 4;  // elements of a pack
constexpr int kInFlight = 1;  // packs that a thread loads before it uses one
constexpr int kHeld = 2;  // packs of a row that a thread keeps in registers
constexpr double kInfinity = __builtin_bit_cast(double, 0x7ff0000000000000ull);

struct Largest {
  __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
  __device__ __forceinline__ double operator()(double a, double b) const { return fmax(a, b); }
  __device__ __forceinline__ long long operator()(long long a, long long b) const { return max(a, b); }
};

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

// Calls `use` for those of kCount elements that are among the first `valid` ones. Nearly always all are, and nothing is
// asked of each.
template <int kCount, typename Use>
__device__ __forceinline__ void each_element(long long valid, Use use) {
  if (valid >= kCount) {
#pragma unroll
    for (int e = 0; e < kCount; ++e) use(e);
  } else {
#pragma unroll
    for (int e = 0; e < kCount; ++e) {
      if (e < valid) use(e);
    }
  }
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

// Combines the values of all threads of a block of whole warps, a power of two; every thread gets the result. The next
// reduction of the block takes the other slot, so that one barrier does.
template <int kThreads, int kSlot, typename T, typename Fold>
__device__ __forceinline__ T reduce_block(T value, Fold fold) {
  constexpr int kWarps = kThreads / 32;
  __shared__ T of_warp[2][kWarps];
  value = reduce_lanes<32>(value, fold);
  if (threadIdx.x % 32 == 0) of_warp[kSlot][threadIdx.x / 32] = value;
  __syncthreads();
  return reduce_lanes<kWarps>(of_warp[kSlot][threadIdx.x % kWarps], fold);
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

__global__ void __launch_bounds__(kThreads) softmax_written(const float* x, float* y, int rows, int cols) {
  const int lane = threadIdx.x % kLanes;
  const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;
  const bool is_row = row < (long long)rows;
  const long long i = (is_row ? row : 0);
  const bool is_wide = is_aligned<kVector>(x) && cols % kVector == 0 && is_aligned<kVector>(y);
  if (cols <= kLanes * kVector * kHeld) {
    const long long length = is_row ? cols : 0;
    Pack<float, kVector> x_in[kHeld];
    #pragma unroll
    for (int p = 0; p < kHeld; ++p) {
      const long long k = (lane + p * kLanes) * kVector;
      x_in[p] = load_pack<kVector>(x + (i * cols + k), length - k, is_wide);
    }
    float largest = -(float)kInfinity;
    #pragma unroll
    for (int p = 0; p < kHeld; ++p) {
      const long long k = (lane + p * kLanes) * kVector;
      each_element<kVector>(length - k, [&](int e) {
        largest = fmaxf(largest, x_in[p].at[e]);
      });
    }
    largest = reduce_block<kThreads, 0>(largest, Largest());
    const float row_part = -largest;
    float sum = 0.0f;
    #pragma unroll
    for (int p = 0; p < kHeld; ++p) {
      const long long k = (lane + p * kLanes) * kVector;
      each_element<kVector>(length - k, [&](int e) {
        sum = sum + expf(x_in[p].at[e] + row_part);
      });
    }
    sum = reduce_block<kThreads, 1>(sum, Sum());
    const float row_part_2 = 1.0f / sum;
    #pragma unroll
    for (int p = 0; p < kHeld; ++p) {
      const long long k = (lane + p * kLanes) * kVector;
      Pack<float, kVector> y_out;
      each_element<kVector>(length - k, [&](int e) {
        y_out.at[e] = row_part_2 * expf(x_in[p].at[e] + row_part);
      });
      store_pack(y + (i * cols + k), y_out, length - k, is_wide);
    }
  } else {
    const long long length_2 = is_row ? cols : 0;
    float largest_2 = -(float)kInfinity;
    for (long long start = lane * kVector; start < length_2; start += kLanes * kVector * kInFlight) {
      Pack<float, kVector> x_in[kInFlight];
      #pragma unroll
      for (int s = 0; s < kInFlight; ++s) {
        const long long k = start + s * (kLanes * kVector);
        x_in[s] = load_pack<kVector>(x + (i * cols + k), length_2 - k, is_wide);
      }
      #pragma unroll
      for (int s = 0; s < kInFlight; ++s) {
        const long long k = start + s * (kLanes * kVector);
        each_element<kVector>(length_2 - k, [&](int e) {
          largest_2 = fmaxf(largest_2, x_in[s].at[e]);
        });
      }
    }
    largest_2 = reduce_block<kThreads, 0>(largest_2, Largest());
    const float row_part_3 = -largest_2;
    float sum_2 = 0.0f;
    for (long long start = lane * kVector; start < length_2; start += kLanes * kVector * kInFlight) {
      Pack<float, kVector> x_in[kInFlight];
      #pragma unroll
      for (int s = 0; s < kInFlight; ++s) {
        const long long k = start + s * (kLanes * kVector);
        x_in[s] = load_pack<kVector>(x + (i * cols + k), length_2 - k, is_wide);
      }
      #pragma unroll
      for (int s = 0; s < kInFlight; ++s) {
        const long long k = start + s * (kLanes * kVector);
        each_element<kVector>(length_2 - k, [&](int e) {
          sum_2 = sum_2 + expf(x_in[s].at[e] + row_part_3);
        });
      }
    }
    sum_2 = reduce_block<kThreads, 1>(sum_2, Sum());
    const float row_part_4 = 1.0f / sum_2;
    for (long long start = lane * kVector; start < length_2; start += kLanes * kVector * kInFlight) {
      Pack<float, kVector> x_in[kInFlight];
      #pragma unroll
      for (int s = 0; s < kInFlight; ++s) {
        const long long k = start + s * (kLanes * kVector);
        x_in[s] = load_pack<kVector>(x + (i * cols + k), length_2 - k, is_wide);
      }
      #pragma unroll
      for (int s = 0; s < kInFlight; ++s) {
        const long long k = start + s * (kLanes * kVector);
        Pack<float, kVector> y_out_2;
        each_element<kVector>(length_2 - k, [&](int e) {
          y_out_2.at[e] = row_part_4 * expf(x_in[s].at[e] + row_part_3);
        });
        store_pack(y + (i * cols + k), y_out_2, length_2 - k, is_wide);
      }
    }
  }
}
