// Planted: a 9 x 9 filter whose 81 inputs and 81 weights are read from global memory again for each pixel.
// It rules because 162 loads per result keep L1 and the load/store unit busy; all but two of them were read before.
// Mended: the block's pixels with their border in shared memory, weights in constant memory, several results per
// thread.
template <typename T>
struct Picture {
  const T* __restrict__ data;
  int width, height;
  __device__ T at(int x, int y) const {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
    return data[y * width + x];
  }
};

template <int Radius, typename T>
__device__ T filtered(const Picture<T>& picture, const T* __restrict__ weights, int x, int y) {
  T sum = 0;
#pragma unroll 1
  for (int dy = -Radius; dy <= Radius; ++dy)
#pragma unroll
    for (int dx = -Radius; dx <= Radius; ++dx)
      sum += picture.at(x + dx, y + dy) * weights[(dy + Radius) * (2 * Radius + 1) + dx + Radius];
  return sum;
}

__global__ void filter(const double* __restrict__ in, const double* __restrict__ weights, double* __restrict__ out,
                       int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = filtered<4>(Picture<double>{in, width, height}, weights, x, y);
}
