/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "sum_parts"
type = "f32"
shape = ["max(1, 128 * 1)"]
[[launch]]
entry = "sum_stride_written_parts"
args = ["x", "n", { type = "i64", value = "1024 * ceil_div((n), 131072)" }, "sum_parts"]
grid = ["max(1, ceil_div((128), 1))"]
block = [256]
[[launch]]
entry = "sum_stride_written_combine"
args = ["y", "sum_parts"]
grid = ["max(1, ceil_div(1, 1))"]
block = [256]
*/
//   y[0] += sum(k < n: x[k])
//
// Split: 128 blocks share a row and reduce a part of it each, in packs of kVector elements of which
// kInFlight are loaded before one is used; a further kernel combines the parts. The order of a sum
// is always the same.

constexpr int kThreads = 256;  // of a block
constexpr int kLanes = 256;  // threads that share a row
constexpr int kVector = 4;  // elements of a pack
constexpr int kInFlight = 8;  // packs that a thread loads before it uses one
constexpr int kCombineVector = 1;  // elements of a pack, where parts are combined
constexpr int kCombineInFlight = 2;  // packs that a thread loads before it uses one, where parts are combined

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

// Loads those of kCount elements that are among the first `valid` ones; the others are zero.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_pack(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= kCount) return *reinterpret_cast<const Pack<T, kCount>*>(from);
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
  return pack;
}

// The same as load_pack, of elements that nobody reads again: their lines leave L2 before others do (PTX: ld.cs).
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> stream_pack(const T* from, long long valid, bool is_wide) {
  if constexpr (sizeof(T) * kCount == 16) {
    if (is_wide && valid >= kCount) {
      const uint4 word = __ldcs(reinterpret_cast<const uint4*>(from));
      return reinterpret_cast<const Pack<T, kCount>&>(word);
    }
  }
  return load_pack<kCount>(from, valid, is_wide);
}

__global__ void __launch_bounds__(kThreads) sum_stride_written_parts(const float* x, int n, long long part_length,
    float* sum_parts) {
  const int lane = threadIdx.x % kLanes;
  const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;
  const bool is_row = row < (long long)128;
  const long long i = (is_row ? row : 0);
  const bool is_wide = is_aligned<kVector>(x) && (long long)part_length % kVector == 0;
  const long long length = is_row
      ? min((long long)((n - i * (long long)part_length)), (long long)((long long)part_length)) : 0;
  float sum = 0.0f;
  for (long long start = lane * kVector; start < length; start += kLanes * kVector * kInFlight) {
    Pack<float, kVector> x_in[kInFlight];
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * (kLanes * kVector);
      x_in[s] = stream_pack<kVector>(x + (i * (long long)part_length + k), length - k, is_wide);
    }
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * (kLanes * kVector);
      each_element<kVector>(length - k, [&](int e) {
        sum = sum + x_in[s].at[e];
      });
    }
  }
  sum = reduce_block<kThreads, 0>(sum, Sum());
  if (is_row && lane == 0) {
    *(sum_parts + i) = sum;
  }
}

__global__ void __launch_bounds__(kThreads) sum_stride_written_combine(float* y, const float* sum_parts) {
  const int lane = threadIdx.x % kLanes;
  const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;
  const bool is_row = row < 1;
  const long long length = is_row ? 128 : 0;
  float sum = 0.0f;
  for (long long start = lane * kCombineVector; start < length; start += kLanes * kCombineVector * kCombineInFlight) {
    Pack<float, kCombineVector> sum_parts_in[kCombineInFlight];
    #pragma unroll
    for (int s = 0; s < kCombineInFlight; ++s) {
      const long long k = start + s * (kLanes * kCombineVector);
      sum_parts_in[s] = stream_pack<kCombineVector>(sum_parts + k, length - k, false);
    }
    #pragma unroll
    for (int s = 0; s < kCombineInFlight; ++s) {
      const long long k = start + s * (kLanes * kCombineVector);
      each_element<kCombineVector>(length - k, [&](int e) {
        sum = sum + sum_parts_in[s].at[e];
      });
    }
  }
  sum = reduce_block<kThreads, 0>(sum, Sum());
  if (is_row && lane == 0) {
    *(y) = *(y) + sum;
  }
}
