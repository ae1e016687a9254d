/* whet
by_size = "saxpy"
*/
// `saxpy` by size: kernels of a table (modelled, confirmed times), and host code that takes the one of its row.
//   n <= 4096: original
//   above: dispatch_002.cu
//   other GPUs than sm_90: original
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// Kernel dispatch_002.cu
namespace saxpy_by_size::kernel_1 {
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

cudaError_t launch_saxpy(int n, float a, const float* x, float* y, cudaStream_t stream,
                         bool* is_launched) {
  const auto larger = [](long long a, long long b) { return a > b ? a : b; };
  const auto rounded_up = [](long long a, long long b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); };
  const auto overlap = [](const void* a, long long a_bytes, const void* b, long long b_bytes) {
    return (const char*)a < (const char*)b + b_bytes && (const char*)b < (const char*)a + a_bytes;
  };
  const long long n_size = n;
  // No size is negative.
  if (n_size < 0) return cudaErrorInvalidValue;
  const long long x_bytes = 4 * n_size;
  const long long y_bytes = 4 * n_size;
  if (y_bytes == 0) return cudaSuccess;  // nothing is stored
  // No array is null, unless it has no element.
  if (!x && x_bytes > 0) return cudaErrorInvalidValue;
  if (!y && y_bytes > 0) return cudaErrorInvalidValue;
  // An array that is stored to shares no memory with another.
  if (overlap(x, x_bytes, y, y_bytes)) return cudaErrorInvalidValue;
  const long long blocks = larger(1, rounded_up(rounded_up(n_size, 4), 512));
  if (blocks > 2147483647) return cudaErrorInvalidConfiguration;

  *is_launched = true;
  cudaLaunchConfig_t config = {};
  config.stream = stream;
  cudaError_t error = cudaSuccess;
  config.gridDim = dim3((unsigned)blocks);
  config.blockDim = dim3(256);
  if (error == cudaSuccess)
    error = cudaLaunchKernelEx(&config, saxpy_written, n, a, x, y);
  return error;
}
}  // namespace saxpy_by_size::kernel_1

// The original
namespace saxpy_by_size::original {
// Naive maps: one thread per element, as people write them first.

// SCHEDULES map
// SIZES n=1 | n=7 | n=257 | n=4100
// VARIANTS 20

// VARIANTS 1
__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

// Rows of a table by their numbers.
// SIZES rows=1,d=1 | rows=5,d=33 | rows=17,d=64

// SIZES rows=1,cols=1 | rows=3,cols=37 | rows=17,cols=64

// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// VARIANTS 8

// SIZES rows=1,half=1 | rows=3,half=5 | rows=7,half=32 | rows=2,half=131
// SCHEDULES map
// VARIANTS 8

// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// VARIANTS 8

// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// VARIANTS 4

cudaError_t launch_saxpy(int n, float a, const float* x, float* y, cudaStream_t stream,
                         bool* is_launched) {
  const auto rounded_up = [](long long a, long long b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); };
  const long long n_size = n;
  // No size is negative.
  if (n_size < 0) return cudaErrorInvalidValue;
  if (4 * n_size == 0) return cudaSuccess;  // nothing is stored
  const long long blocks = rounded_up(n_size, 256);
  if (blocks < 0 || blocks > 2147483647) return cudaErrorInvalidConfiguration;

  *is_launched = true;
  cudaLaunchConfig_t config = {};
  config.stream = stream;
  cudaError_t error = cudaSuccess;
  config.gridDim = dim3((unsigned)blocks);
  config.blockDim = dim3(256);
  if (error == cudaSuccess && blocks > 0)
    error = cudaLaunchKernelEx(&config, saxpy, n, a, x, y);
  return error;
}
}  // namespace saxpy_by_size::original

// Takes the place of `saxpy`.
// A call that the kernel of its row is not for is the original's.
cudaError_t launch_saxpy(int n, float a, const float* x, float* y, cudaStream_t stream) {
  const long long n_size = n;
  // The table is of sm_90: on other GPUs one kernel serves all sizes.
  int device = 0, major = 0, minor = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  if (error != cudaSuccess) return error;
  int kernel = 1;
  if (10 * major + minor == 90) {
    if (n_size <= 4096)
      kernel = 1;
    else
      kernel = 0;
  }
  bool is_launched = false;
  error = cudaErrorInvalidValue;
  if (kernel == 0)
    error = saxpy_by_size::kernel_1::launch_saxpy(n, a, x, y, stream, &is_launched);
  if (error != cudaSuccess && !is_launched)
    error = saxpy_by_size::original::launch_saxpy(n, a, x, y, stream, &is_launched);
  return error;
}
