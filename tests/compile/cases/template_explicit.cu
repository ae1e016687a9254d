// Templates with explicit instantiations, and a specialization.
#include <type_traits>

template <typename T>
__device__ T square(T x) { return x * x; }
template <>
__device__ int square<int>(int x) { return x << 1; }

template <typename T, int N, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
__global__ void __launch_bounds__(N) apply(T* data) {
  if constexpr (std::is_same_v<T, float>) data[threadIdx.x] = square(data[threadIdx.x]) + T(1);
  else data[threadIdx.x] = square(data[threadIdx.x]);
}

template __global__ void apply<float, 128>(float*);
template __global__ void apply<int, 64>(int*);
