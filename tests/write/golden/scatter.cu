/* whet
[[launch]]
entry = "scatter_rows_written"
args = ["x", "index", "out", "rows", "d"]
grid = ["max(1, ceil_div((rows), 8))"]
block = [256]
*/
//   forall i < d, j < rows: out[d*index[j] + i] += x[d*j + i]
//
// Scatter: kLanes threads share a row of updates and read its place once. They add packs of kVector
// elements, of four floats with one operation where the GPU has it (sm_90), and the caches combine
// what meets.

constexpr int kThreads = 256;  // of a block
constexpr int kLanes = 32;  // threads that share a row
constexpr int kVector = 4;  // elements of a pack
constexpr int kInFlight = 1;  // packs that a thread loads before it uses one

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

// Adds those of the elements that are among the first `valid` ones, whatever other threads do at the same time: four
// floats with one operation where the GPU has it and the address allows it.
template <typename T, int kCount>
__device__ __forceinline__ bool atomic_sum_whole(T*, const Pack<T, kCount>&) {
  return false;
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ * 10 + __CUDACC_VER_MINOR__ >= 121
__device__ __forceinline__ bool atomic_sum_whole(float* to, const Pack<float, 4>& pack) {
  if ((unsigned long long)to % 16 != 0) return false;
  atomicAdd(reinterpret_cast<float4*>(to), make_float4(pack.at[0], pack.at[1], pack.at[2], pack.at[3]));
  return true;
}
#endif
template <typename T, int kCount>
__device__ __forceinline__ void atomic_sum_pack(T* to, const Pack<T, kCount>& pack, long long valid) {
  if (valid >= kCount && atomic_sum_whole(to, pack)) return;
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e < valid) atomic_sum(to + e, pack.at[e]);
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

__global__ void __launch_bounds__(kThreads) scatter_rows_written(const float* x, const int* index, float* out, int rows,
    int d) {
  const int lane = threadIdx.x % kLanes;
  const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;
  const bool is_row = row < (long long)rows;
  const long long i = (is_row ? row : 0);
  const long long length = is_row ? d : 0;
  const int index_row = is_row ? *(index + i) : (int)0;
  const bool is_wide = is_aligned<kVector>(x) && d % kVector == 0;
  for (long long start = lane * kVector; start < length; start += kLanes * kVector * kInFlight) {
    Pack<float, kVector> x_in[kInFlight];
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * (kLanes * kVector);
      x_in[s] = load_pack<kVector>(x + (i * d + k), length - k, is_wide);
    }
    #pragma unroll
    for (int s = 0; s < kInFlight; ++s) {
      const long long k = start + s * (kLanes * kVector);
      Pack<float, kVector> out_more;
      #pragma unroll
      for (int e = 0; e < kVector; ++e) {
        if (e < length - k) {
          out_more.at[e] = (float)(x_in[s].at[e]);
        }
      }
      atomic_sum_pack(out + ((long long)index_row * d + k), out_more, length - k);
    }
  }
}
