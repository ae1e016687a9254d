// Planted: a warp reads one channel of 32 neighbouring pixels whose channels lie together, 256 bytes from lane to lane.
// It rules because a load request touches 32 sectors where four would do; stores are coalesced and nothing else is
// heavy. Mended: a block stages pixels x channels in shared memory with lanes along the channels, then writes planes.
template <typename T>
struct Bias {
  T value;
  __device__ T operator()(T x) const { return x + value; }
};

template <typename T, int Channels, typename Map>
__device__ void to_planes(const T* __restrict__ pixels, T* __restrict__ planes, int count, Map map) {
  const int channel = blockIdx.y;
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < count; p += gridDim.x * blockDim.x)
    planes[channel * count + p] = map(pixels[p * Channels + channel]);
}

__global__ void channels_apart(const int* __restrict__ pixels, int* __restrict__ planes, int count) {
  to_planes<int, 64>(pixels, planes, count, Bias<int>{-128});
}
