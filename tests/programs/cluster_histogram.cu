// A histogram whose bins are spread over the shared memory of a cluster's blocks.
#include <cooperative_groups.h>

#include "tensor_maps.h"

namespace cg = cooperative_groups;

__global__ void histogram(const unsigned* in, int n, unsigned* bins, int bins_of_block) {
  extern __shared__ unsigned mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) mine[i] = 0;
  cluster.sync();
  for (int i = cg::this_grid().thread_rank(); i < n; i += gridDim.x * blockDim.x) {
    const int bin = static_cast<int>(in[i] % (bins_of_block * cluster.num_blocks()));
    unsigned* const theirs = cluster.map_shared_rank(mine, bin / bins_of_block);
    atomicAdd(theirs + bin % bins_of_block, 1);
  }
  cluster.sync();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x)
    atomicAdd(bins + cluster.block_rank() * bins_of_block + i, mine[i]);
}

int main() {
  const int n = 100000, bins_of_block = 300, cluster = 4;
  std::vector<unsigned> data(n), expected(bins_of_block * cluster, 0), found(expected.size());
  unsigned state = 1;
  for (unsigned& value : data) value = (state = state * 1664525u + 1013904223u) >> 8;
  for (const unsigned value : data) ++expected[value % expected.size()];
  unsigned *in, *bins;
  CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&bins, expected.size() * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, data.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(bins, 0, expected.size() * sizeof(unsigned)));
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(16);
  config.blockDim = dim3(128);
  config.dynamicSmemBytes = bins_of_block * sizeof(unsigned);
  config.attrs = &attribute;
  config.numAttrs = 1;
  int active = 0, largest = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&active, histogram, &config));
  CHECK(cudaOccupancyMaxPotentialClusterSize(&largest, histogram, &config));
  CHECK(cudaLaunchKernelEx(&config, histogram, static_cast<const unsigned*>(in), n, bins, bins_of_block));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(found.data(), bins, found.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
  // A grid that is no whole number of clusters, and one too large for every GPU.
  config.gridDim = dim3(18);
  bool right =
      cudaLaunchKernelEx(&config, histogram, static_cast<const unsigned*>(in), n, bins, bins_of_block) != cudaSuccess;
  std::printf("grid of 18: %s\n", cudaGetErrorName(cudaGetLastError()));
  config.gridDim = dim3(16);
  attribute.val.clusterDim.x = 16;
  right &=
      cudaLaunchKernelEx(&config, histogram, static_cast<const unsigned*>(in), n, bins, bins_of_block) != cudaSuccess;
  std::printf("cluster of 16: %s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("largest %d, checksum %016llx\n", largest, static_cast<unsigned long long>(checksum(found)));
  return verdict(right && found == expected && active > 0);
}
