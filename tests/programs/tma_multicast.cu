// For sm_90a. Each block of a cluster loads its share of a tile for all four: multicast with masks, remote arrivals
// free the tile.
#include <cooperative_groups.h>

#include "tensor_maps.h"

namespace cg = cooperative_groups;

constexpr int k_blocks = 4, k_columns = 32, k_rows = 16;  // of the whole tile

__global__ void __cluster_dims__(k_blocks, 1, 1) share(const __grid_constant__ CUtensorMap map, int* out, int tiles) {
  __shared__ alignas(128) int tile[k_rows * k_columns];
  __shared__ alignas(8) uint64_t full, empty;
  const cg::cluster_group cluster = cg::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank()), share_rows = k_rows / k_blocks;
  if (threadIdx.x == 0) {
    init_barrier(&full, 1);
    init_barrier(&empty, k_blocks);
  }
  cluster.sync();
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      if (t > 0) wait_barrier(&empty, (t - 1) & 1);
      expect_bytes(&full, sizeof(tile));
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
          "[%1, {%2, "
          "%3}], [%4], %5;" ::"r"(shared_address(tile + rank * share_rows * k_columns)),
          "l"(&map), "r"(0), "r"(t * k_rows + rank * share_rows), "r"(shared_address(&full)),
          "h"(static_cast<short>(15))
          : "memory");
    }
    wait_barrier(&full, t & 1);
    for (int i = threadIdx.x; i < k_rows * k_columns; i += blockDim.x) sum += tile[i] * (rank + 1) * (i % 7 + 1);
    __syncthreads();
    if (threadIdx.x < k_blocks) {
      unsigned remote;
      asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(shared_address(&empty)), "r"(threadIdx.x));
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote) : "memory");
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  cluster.sync();
}

int main() {
  const int tiles = 5, threads = 64;
  std::vector<int> data(tiles * k_rows * k_columns), expected(2 * k_blocks * threads, 0), found(expected.size());
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<int>(i * 29 % 211);
  for (size_t thread = 0; thread < expected.size(); ++thread) {
    for (int t = 0; t < tiles; ++t) {
      for (int i = static_cast<int>(thread % threads); i < k_rows * k_columns; i += threads)
        expected[thread] +=
            data[t * k_rows * k_columns + i] * static_cast<int>(thread / threads % k_blocks + 1) * (i % 7 + 1);
    }
  }
  int *matrix, *out;
  CHECK(cudaMalloc(&matrix, data.size() * 4));
  CHECK(cudaMalloc(&out, found.size() * 4));
  CHECK(cudaMemcpy(matrix, data.data(), data.size() * 4, cudaMemcpyHostToDevice));
  const CUtensorMap map = plane_map(CU_TENSOR_MAP_DATA_TYPE_INT32, matrix, k_columns, tiles * k_rows, k_columns * 4,
                                    k_columns, k_rows / k_blocks, CU_TENSOR_MAP_SWIZZLE_NONE);
  share<<<2 * k_blocks, threads>>>(map, out, tiles);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(found.data(), out, found.size() * 4, cudaMemcpyDeviceToHost));
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(checksum(found)));
  return verdict(found == expected);
}
