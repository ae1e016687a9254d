// Tiles of a matrix through tensor maps: every swizzle, at the corners and outside, filled with zero or NaN.
#include "tensor_maps.h"

constexpr int k_most = 8192;

__global__ void dump(const __grid_constant__ CUtensorMap map, int x, int y, unsigned bytes, unsigned* out) {
  __shared__ alignas(1024) unsigned tile[k_most / 4];
  __shared__ alignas(8) uint64_t barrier;
  for (int i = threadIdx.x; i < k_most / 4; i += blockDim.x) tile[i] = 0xabababab;
  if (threadIdx.x == 0) init_barrier(&barrier, 1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
    expect_bytes(&barrier, bytes);
    load_plane(tile, &map, x, y, &barrier);
  }
  wait_barrier(&barrier, 0);
  for (int i = threadIdx.x; i < k_most / 4; i += blockDim.x) out[i] = tile[i];
}

struct Case {
  CUtensorMapSwizzle swizzle;
  unsigned columns, rows;  // of the box, in elements of two bytes
  int x, y;
};

int main() {
  const int columns = 100, rows = 70, row_bytes = 208;
  std::vector<unsigned short> data(row_bytes / 2 * rows);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<unsigned short>(i * 40503u >> 3);
  unsigned short* matrix;
  unsigned* out;
  CHECK(cudaMalloc(&matrix, data.size() * 2));
  CHECK(cudaMalloc(&out, k_most));
  CHECK(cudaMemcpy(matrix, data.data(), data.size() * 2, cudaMemcpyHostToDevice));
  const Case cases[] = {
      {CU_TENSOR_MAP_SWIZZLE_NONE, 64, 32, 8, 5},   {CU_TENSOR_MAP_SWIZZLE_NONE, 64, 32, 56, 50},
      {CU_TENSOR_MAP_SWIZZLE_32B, 16, 64, -8, 3},   {CU_TENSOR_MAP_SWIZZLE_64B, 32, 64, 80, -7},
      {CU_TENSOR_MAP_SWIZZLE_128B, 64, 64, 32, 2},  {CU_TENSOR_MAP_SWIZZLE_128B, 64, 64, 72, 30},
      {CU_TENSOR_MAP_SWIZZLE_128B, 64, 8, 104, 10}, {CU_TENSOR_MAP_SWIZZLE_128B, 32, 16, 8, 10},
      {CU_TENSOR_MAP_SWIZZLE_64B, 16, 16, 8, 10},
  };
  bool right = true;
  for (const Case& c : cases) {
    for (const bool nan : {false, true}) {
      const CUtensorMap map =
          plane_map(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, matrix, columns, rows, row_bytes, c.columns, c.rows, c.swizzle,
                    nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
      dump<<<1, 64>>>(map, c.x, c.y, c.columns * c.rows * 2, out);
      CHECK(cudaGetLastError());
      std::vector<unsigned short> found(k_most / 2);
      CHECK(cudaMemcpy(found.data(), out, k_most, cudaMemcpyDeviceToHost));
      std::printf("swizzle %d box %u x %u at %d, %d nan %d: %016llx\n", static_cast<int>(c.swizzle), c.columns, c.rows,
                  c.x, c.y, nan, static_cast<unsigned long long>(checksum(found)));
      for (unsigned i = 0; i < c.columns * c.rows; ++i) {
        const int x = c.x + static_cast<int>(i % c.columns), y = c.y + static_cast<int>(i / c.columns);
        const bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
        if (!inside && nan) continue;
        // Rows lie as far apart as the swizzle is wide.
        const unsigned pitch = c.swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? c.columns : 8u << c.swizzle;
        const unsigned at = i / c.columns * pitch + i % c.columns;
        const unsigned line = at / 64, unit = at / 8 % 8, mask = (1u << c.swizzle) - 1;
        const unsigned short expected = inside ? data[y * row_bytes / 2 + x] : 0;
        right &= found[line * 64 + (unit ^ (line & mask)) * 8 + at % 8] == expected;
      }
    }
  }
  CUtensorMap map;
  const cuuint64_t sizes[] = {64, 64}, strides[] = {128}, odd_strides[] = {120};
  const cuuint32_t box[] = {64, 8}, wide[] = {128, 8}, steps[] = {1, 1};
  const auto made = [&](void* at, const cuuint64_t* stride, const cuuint32_t* extents) {
    return encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, sizes, stride, extents, steps,
                     CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                     CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  right &= made(matrix, strides, box) == CUDA_SUCCESS && made(matrix + 4, strides, box) == CUDA_ERROR_INVALID_VALUE &&
           made(matrix, odd_strides, box) == CUDA_ERROR_INVALID_VALUE &&
           made(matrix, strides, wide) == CUDA_ERROR_INVALID_VALUE;
  return verdict(right);
}
