// The whole of CUB and a thrust container: host code that launches kernels of its own.
#include <cub/cub.cuh>
#include <thrust/device_vector.h>

__global__ void twice(int* p) { p[threadIdx.x] *= 2; }

int main() {
  thrust::device_vector<int> in(1000, 1), out(1);
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, in.begin(), out.begin(), 1000);
  twice<<<1, 32>>>(thrust::raw_pointer_cast(in.data()));
  return out[0];
}
