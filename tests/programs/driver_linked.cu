// Linked with -lcuda: the driver's own function makes the map, whose tensor lies in __device__ memory, and the map
// itself in __constant__ memory.
#include "tensor_maps.h"

__device__ alignas(16) float matrix[32][16];
__constant__ CUtensorMap map;

__global__ void row_sums(float* out) {
  __shared__ alignas(128) float tile[8][16];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) {
    init_barrier(&barrier, 1);
    expect_bytes(&barrier, sizeof tile);
    load_plane(tile, &map, 0, blockIdx.x * 8, &barrier);
  }
  __syncthreads();
  wait_barrier(&barrier, 0);
  float sum = 0;
  for (const float value : tile[threadIdx.x]) sum += value;
  out[blockIdx.x * 8 + threadIdx.x] = sum;
}

int main() {
  std::vector<float> data(32 * 16), expected(32, 0), found(32);
  for (size_t i = 0; i < data.size(); ++i) expected[i / 16] += data[i] = static_cast<float>(i % 23);
  void* address = nullptr;
  CHECK(cudaGetSymbolAddress(&address, matrix));
  CHECK(cudaMemcpyToSymbol(matrix, data.data(), sizeof matrix));
  CUtensorMap made;
  const cuuint64_t sizes[] = {16, 32}, strides[] = {64};
  const cuuint32_t box[] = {16, 8}, steps[] = {1, 1};
  const auto encode = [&](void* at) {
    return cuTensorMapEncodeTiled(&made, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, sizes, strides, box, steps,
                                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                  CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  const char* name = "";
  (void)cuGetErrorName(encode(static_cast<char*>(address) + 4), &name);
  std::printf("at an odd address: %s\n", name);
  if (cuInit(0) != CUDA_SUCCESS || encode(address) != CUDA_SUCCESS) return verdict(false);
  CHECK(cudaMemcpyToSymbol(map, &made, sizeof made));
  float* out;
  CHECK(cudaMalloc(&out, 32 * 4));
  row_sums<<<4, 8>>>(out);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(found.data(), out, 32 * 4, cudaMemcpyDeviceToHost));
  print_checksum("sums", found);
  return verdict(found == expected);
}
