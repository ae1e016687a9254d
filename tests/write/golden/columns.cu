/* whet
# Scratch is of one call: calls that may run at the same time, on several streams, need their own.
[[scratch]]
name = "sum_parts"
type = "f32"
shape = ["max(1, 8 * (cols))"]
[[launch]]
entry = "column_sum_written_parts"
args = ["x", "rows", "cols", { type = "i64", value = "ceil_div((rows), 8)" }, "sum_parts"]
grid = ["max(1, (8) * ceil_div((cols), 128))"]
block = [512]
[[launch]]
entry = "column_sum_written_combine"
args = ["y", "cols", "sum_parts"]
grid = ["max(1, 1 * ceil_div((cols), 32))"]
block = [256]
*/
//   forall i < cols: y[i] = sum(k < rows: x[cols*k + i])
//
// Columns: kLanes threads beside each other take packs of kVector neighbouring columns, so that
// their loads are whole lines of memory; the threads above each other take the rows in turn,
// kInFlight at a time, and combine what they found in shared memory. 8 blocks share the rows of a
// strip of columns; a further kernel combines their parts, so that the order of a sum is always the
// same.

constexpr int kThreads = 512;  // of a block
constexpr int kLanes = 32;  // threads beside each other
constexpr int kVector = 4;  // columns of a thread
constexpr int kInFlight = 4;  // rows that a thread loads before it uses one
constexpr int kCombineThreads = 256;  // of a block, where parts are combined
constexpr int kCombineVector = 1;  // columns of a thread, where parts are combined

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

// a % b. Numbers below 2^32 are divided as such, which takes a fifth of the instructions.
__device__ __forceinline__ long long modulo(long long a, long long b) {
  return ((a | b) >> 32) == 0 ? (long long)((unsigned)a % (unsigned)b) : a % b;
}

// Combines what the threads of a block have that are the same one of every kLanes; each of them gets the results.
template <int kThreads, int kLanes, int kCount, typename T, typename Fold>
__device__ __forceinline__ void reduce_slices(T (&values)[kCount], Fold fold) {
  constexpr int kSlices = kThreads / kLanes;
  __shared__ T of_slice[kSlices][kCount * kLanes];
  const int lane = threadIdx.x % kLanes, slice = threadIdx.x / kLanes;
#pragma unroll
  for (int e = 0; e < kCount; ++e) of_slice[slice][e * kLanes + lane] = values[e];
  __syncthreads();
  for (int at = threadIdx.x; at < kCount * kLanes; at += kThreads) {
    T value = of_slice[0][at];
#pragma unroll
    for (int other = 1; other < kSlices; ++other) value = fold(value, of_slice[other][at]);
    of_slice[0][at] = value;
  }
  __syncthreads();
#pragma unroll
  for (int e = 0; e < kCount; ++e) values[e] = of_slice[0][e * kLanes + lane];
  __syncthreads();  // the next reduction writes there again
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

__global__ void __launch_bounds__(kThreads) column_sum_written_parts(const float* x, int rows, int cols,
    long long part_length, float* sum_parts) {
  constexpr int kSlices = kThreads / kLanes;  // rows that a block takes at a time
  const long long strips = ((long long)cols + kLanes * kVector - 1) / (kLanes * kVector);
  if (blockIdx.x >= strips * ((long long)8)) return;
  const int lane = threadIdx.x % kLanes, slice = threadIdx.x / kLanes;
  const long long i = divide(blockIdx.x, strips);
  const long long strip = modulo(blockIdx.x, strips);
  const long long column = (strip * kLanes + lane) * kVector;  // the first of the thread
  const long long valid = cols - column;
  const bool is_wide = is_aligned<kVector>(x) && ((long long)cols * (long long)part_length) % kVector == 0 &&
      cols % kVector == 0;
  const long long length = min((long long)((rows - i * (long long)part_length)), (long long)((long long)part_length));
  float sum[kVector];
  #pragma unroll
  for (int e = 0; e < kVector; ++e) {
    sum[e] = 0.0f;
  }
  for (long long start = slice; start < length; start += kSlices * kInFlight) {
    Pack<float, kVector> x_in[kInFlight];
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * kSlices;
      x_in[s] = stream_pack<kVector>(x + (i * cols * (long long)part_length + k * cols + column),
          k < length ? valid : 0, is_wide);
    }
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * kSlices;
      each_element<kVector>(k < length ? valid : 0, [&](int e) {
        sum[e] = sum[e] + x_in[s].at[e];
      });
    }
  }
  reduce_slices<kThreads, kLanes>(sum, Sum());
  if (slice == 0) {
    #pragma unroll
    for (int e = 0; e < kVector; ++e) {
      if (e < valid) {
        *(sum_parts + (i * cols + (column + e))) = sum[e];
      }
    }
  }
}

__global__ void __launch_bounds__(kCombineThreads) column_sum_written_combine(float* y, int cols,
    const float* sum_parts) {
  constexpr int kSlices = kCombineThreads / kLanes;  // rows that a block takes at a time
  const long long strips = ((long long)cols + kLanes * kCombineVector - 1) / (kLanes * kCombineVector);
  if (blockIdx.x >= strips * (1)) return;
  const int lane = threadIdx.x % kLanes, slice = threadIdx.x / kLanes;
  const long long strip = blockIdx.x;
  const long long column = (strip * kLanes + lane) * kCombineVector;  // the first of the thread
  const long long valid = cols - column;
  const long long length = 8;
  float sum[kCombineVector];
  #pragma unroll
  for (int e = 0; e < kCombineVector; ++e) {
    sum[e] = 0.0f;
  }
  for (long long start = slice; start < length; start += kSlices * kInFlight) {
    Pack<float, kCombineVector> sum_parts_in[kInFlight];
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * kSlices;
      sum_parts_in[s] = stream_pack<kCombineVector>(sum_parts + (k * cols + column), k < length ? valid : 0, false);
    }
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * kSlices;
      each_element<kCombineVector>(k < length ? valid : 0, [&](int e) {
        sum[e] = sum[e] + sum_parts_in[s].at[e];
      });
    }
  }
  reduce_slices<kCombineThreads, kLanes>(sum, Sum());
  if (slice == 0) {
    #pragma unroll
    for (int e = 0; e < kCombineVector; ++e) {
      if (e < valid) {
        *(y + (column + e)) = sum[e];
      }
    }
  }
}
