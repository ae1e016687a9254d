// Boxes of a pitched volume: filled, copied within the device and to the host, cut out of the middle.
#include "check.h"
#include "checksum.h"

constexpr int k_width = 37, k_height = 19, k_depth = 11;

__global__ void number(cudaPitchedPtr volume) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x >= k_width) return;
  char* const row = static_cast<char*>(volume.ptr) + (z * k_height + y) * volume.pitch;
  reinterpret_cast<int*>(row)[x] = x + 100 * y + 10000 * z;
}

int main() {
  const cudaExtent extent = make_cudaExtent(k_width * sizeof(int), k_height, k_depth);
  cudaPitchedPtr volume, other;
  CHECK(cudaMalloc3D(&volume, extent));
  CHECK(cudaMalloc3D(&other, extent));
  number<<<dim3(2, k_height, k_depth), 32>>>(volume);
  CHECK(cudaMemset3D(other, 0xff, extent));

  cudaMemcpy3DParms inner = {};  // a box from the middle of one to a corner of the other
  inner.srcPtr = volume;
  inner.dstPtr = other;
  inner.srcPos = make_cudaPos(5 * sizeof(int), 3, 2);
  inner.dstPos = make_cudaPos(1 * sizeof(int), 1, 1);
  inner.extent = make_cudaExtent(20 * sizeof(int), 10, 6);
  inner.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaMemcpy3D(&inner));

  std::vector<int> host(k_width * k_height * k_depth, 0), expected(host.size(), -1);
  cudaMemcpy3DParms whole = {};
  whole.srcPtr = other;
  whole.dstPtr = make_cudaPitchedPtr(host.data(), k_width * sizeof(int), k_width, k_height);
  whole.extent = extent;
  whole.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3DAsync(&whole, cudaStreamPerThread));
  CHECK(cudaStreamSynchronize(cudaStreamPerThread));
  for (int z = 0; z < 6; ++z)
    for (int y = 0; y < 10; ++y)
      for (int x = 0; x < 20; ++x)
        expected[((z + 1) * k_height + y + 1) * k_width + x + 1] = x + 5 + 100 * (y + 3) + 10000 * (z + 2);

  std::vector<int> row(k_width);
  CHECK(cudaMemcpy2D(row.data(), sizeof(int), static_cast<char*>(volume.ptr) + 4, volume.pitch, sizeof(int), 19,
                     cudaMemcpyDefault));  // a column
  bool right = host == expected;
  for (int y = 0; y < 19; ++y) right &= row[y] == 1 + 100 * y;
  print_checksum("boxes", host);
  CHECK(cudaFree(volume.ptr));
  CHECK(cudaFree(other.ptr));
  return verdict(right);
}
