// Tiles go back to the matrix: stored, added, and the larger of both kept. Parts outside are left out, but for the rest
// of the 16 bytes in which a row ends.
#include "tensor_maps.h"

enum class Way { store, add, max };

template <Way way>
__global__ void put(const __grid_constant__ CUtensorMap map, int x, int y) {
  __shared__ alignas(128) int tile[16 * 8];
  for (int i = threadIdx.x; i < 16 * 8; i += blockDim.x) tile[i] = (i * 37 + x) % 101 - 50;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (way == Way::store)
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(x),
                 "r"(y), "r"(shared_address(tile))
                 : "memory");
  if (way == Way::add)
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),
        "r"(x), "r"(y), "r"(shared_address(tile))
        : "memory");
  if (way == Way::max)
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),
        "r"(x), "r"(y), "r"(shared_address(tile))
        : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
  const int columns = 50, rows = 30, pitch = 64;
  std::vector<int> expected(pitch * rows), found(pitch * rows);
  for (size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<int>(i % 57) - 28;
  int* matrix;
  CHECK(cudaMalloc(&matrix, expected.size() * 4));
  CHECK(cudaMemcpy(matrix, expected.data(), expected.size() * 4, cudaMemcpyHostToDevice));
  const CUtensorMap map =
      plane_map(CU_TENSOR_MAP_DATA_TYPE_INT32, matrix, columns, rows, pitch * 4, 16, 8, CU_TENSOR_MAP_SWIZZLE_NONE);
  const int places[][3] = {{4, 3, 0},   {0, 20, 0}, {40, 25, 0}, {0, 0, 1},
                           {44, 27, 1}, {8, 4, 2},  {64, 0, 2},  {36, 24, 2}};
  for (const auto& [x, y, way] : places) {
    if (way == 0) put<Way::store><<<1, 64>>>(map, x, y);
    if (way == 1) put<Way::add><<<1, 64>>>(map, x, y);
    if (way == 2) put<Way::max><<<1, 64>>>(map, x, y);
    CHECK(cudaGetLastError());
    for (int i = 0; i < 16 * 8; ++i) {
      const int column = x + i % 16, row = y + i / 16, value = (i * 37 + x) % 101 - 50;
      if (column >= (columns + 3) / 4 * 4 || row >= rows) continue;
      int& cell = expected[row * pitch + column];
      cell = way == 0 ? value : way == 1 ? cell + value : cell > value ? cell : value;
    }
  }
  CHECK(cudaMemcpy(found.data(), matrix, found.size() * 4, cudaMemcpyDeviceToHost));
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(checksum(found)));
  return verdict(found == expected);
}
