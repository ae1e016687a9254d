// Planted: the number of steps depends on the element: few for most, many for one in 32, at random places.
// It rules because nearly every warp waits for its one long lane while the other 31 are off.
// Mended: elements are sorted by their number of steps first, or long ones are put on a list for a second kernel.
template <typename T>
struct Logistic {
  T rate;
  __device__ T operator()(T x) const { return rate * x * (T(1) - x); }
};

template <typename T, typename Map>
__device__ T iterate(T x, int steps, Map map) {
#pragma unroll 1
  while (steps-- > 0) x = map(x);
  return x;
}

__global__ void settle(const float* __restrict__ start, const unsigned char* __restrict__ kind, float* __restrict__ end,
                       int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const int steps = kind[i] < 8 ? 400 : 8;
    end[i] = iterate(start[i], steps, Logistic<float>{3.7f});
  }
}
