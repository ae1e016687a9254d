// Clusters in a cooperative launch: maxima within clusters through shared memory, across the grid through global
// memory.
#include <cooperative_groups.h>

#include "tensor_maps.h"

namespace cg = cooperative_groups;

__global__ void rounds(int* values, int* best, int count) {
  __shared__ int mine;
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < count; ++round) {
    if (threadIdx.x == 0) mine = -1;
    __syncthreads();
    atomicMax(&mine, values[grid.thread_rank()]);
    cluster.sync();
    int most = -1;
    for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) {
      const int theirs = *cluster.map_shared_rank(&mine, rank);
      most = theirs > most ? theirs : most;
    }
    if (cluster.thread_rank() == 0)
      best[cluster.num_blocks() > 1 ? blockIdx.x / cluster.num_blocks() : blockIdx.x] = most;
    grid.sync();
    int sum = 0;
    for (unsigned c = 0; c < gridDim.x / cluster.num_blocks(); ++c) sum += best[c];
    values[grid.thread_rank()] = (values[grid.thread_rank()] * 5 + sum + static_cast<int>(cluster.block_rank())) % 1009;
    grid.sync();
  }
}

int main() {
  const int blocks = 8, threads = 64, cluster = 2, count = 4;
  std::vector<int> values(blocks * threads), found(values.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * 17 % 997);
  int *data, *best;
  CHECK(cudaMalloc(&data, values.size() * 4));
  CHECK(cudaMalloc(&best, blocks * 4));
  CHECK(cudaMemcpy(data, values.data(), values.size() * 4, cudaMemcpyHostToDevice));
  cudaLaunchAttribute attributes[2]{};
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = cluster;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.attrs = attributes;
  config.numAttrs = 2;
  CHECK(cudaLaunchKernelEx(&config, rounds, data, best, count));
  CHECK(cudaMemcpy(found.data(), data, found.size() * 4, cudaMemcpyDeviceToHost));
  for (int round = 0; round < count; ++round) {
    int sum = 0;
    for (int c = 0; c < blocks / cluster; ++c) {
      int most = -1;
      for (int i = 0; i < cluster * threads; ++i) most = std::max(most, values[c * cluster * threads + i]);
      sum += most;
    }
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = (values[i] * 5 + sum + static_cast<int>(i) / threads % cluster) % 1009;
  }
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(checksum(found)));
  return verdict(found == values);
}
