// Planted: a thread sorts 24 numbers by insertion in its own array, whose index is known only at run time.
// It rules because the array lies in local memory, and each comparison of the sort is a load there.
// Mended: a sorting network with constant indices, which keeps the array in registers.
template <typename T, int Capacity>
class Sorted {
 public:
  __device__ void insert(T x) {
    int i = size_++;
    for (; i > 0 && items_[i - 1] > x; --i) items_[i] = items_[i - 1];
    items_[i] = x;
  }
  __device__ T median() const { return items_[size_ / 2]; }

 private:
  T items_[Capacity];
  int size_ = 0;
};

__global__ void medians(const float* __restrict__ series, float* __restrict__ result, int count, int length) {
  for (int s = blockIdx.x * blockDim.x + threadIdx.x; s < count; s += gridDim.x * blockDim.x) {
    Sorted<float, 24> window;
#pragma unroll 1
    for (int t = 0; t < length; ++t) window.insert(series[t * count + s]);
    result[s] = window.median();
  }
}
