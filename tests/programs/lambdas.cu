// Templates over lambdas, packs of arguments, tag types and compile-time recursion (nvcc --extended-lambda).
#include "check.h"
#include "checksum.h"

template <typename Body>
__global__ void for_each(int n, Body body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) body(i);
}

template <typename... Stages>
struct Chain;

template <>
struct Chain<> {
  __device__ __host__ long long operator()(long long x) const { return x; }
};

template <typename First, typename... Rest>
struct Chain<First, Rest...> {
  First first;
  Chain<Rest...> rest;
  __device__ __host__ long long operator()(long long x) const { return rest(first(x)); }
};

template <typename First, typename... Rest>
Chain<First, Rest...> chain(First first, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return {first, {}};
  else
    return {first, chain(rest...)};
}

template <int N>
struct Power {
  static __device__ __host__ constexpr long long of(long long x) { return x * Power<N - 1>::of(x); }
};
template <>
struct Power<0> {
  static __device__ __host__ constexpr long long of(long long) { return 1; }
};

template <typename T, int Width, typename Join>
__global__ void reduce_rows(const T* in, T* out, Join join, T start) {
  __shared__ T part[Width];
  T value = start;
  for (int i = threadIdx.x; i < 4 * Width; i += Width) value = join(value, in[blockIdx.x * 4 * Width + i]);
  part[threadIdx.x] = value;
  __syncthreads();
#pragma unroll
  for (int step = Width / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] = join(part[threadIdx.x], part[threadIdx.x + step]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  const int rows = 24, width = 64, n = rows * 4 * width;
  long long *data, *sums, *most;
  CHECK(cudaMallocManaged(&data, n * sizeof(long long)));
  CHECK(cudaMallocManaged(&sums, rows * sizeof(long long)));
  CHECK(cudaMallocManaged(&most, rows * sizeof(long long)));
  const int shift = 11;
  const auto stages = chain([=] __host__ __device__(long long x) { return x * 3 + shift; },
                            [] __host__ __device__(long long x) { return x % 1009; },
                            [] __host__ __device__(long long x) { return Power<4>::of(x) - x; });
  for_each<<<7, 96>>>(n, [=] __device__(int i) { data[i] = stages(i); });
  reduce_rows<long long, width>
      <<<rows, width>>>(data, sums, [] __device__(long long a, long long b) { return a + b; }, 0ll);
  reduce_rows<long long, width>
      <<<rows, width>>>(data, most, [] __device__(long long a, long long b) { return a > b ? a : b; }, -1ll);
  CHECK(cudaDeviceSynchronize());
  std::vector<long long> result(sums, sums + rows), expected(rows, 0);
  result.insert(result.end(), most, most + rows);
  expected.resize(2 * rows, -1);
  for (int i = 0; i < n; ++i) {
    const long long x = stages(i);
    expected[i / (4 * width)] += x;
    long long& best = expected[rows + i / (4 * width)];
    if (x > best) best = x;
  }
  print_checksum("lambdas", result);
  return verdict(result == expected);
}
