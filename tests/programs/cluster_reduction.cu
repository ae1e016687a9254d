// Sums of rows by clusters of eight blocks: partial sums go to the first by st.async, which waits at its mbarrier.
#include <cooperative_groups.h>

#include "tensor_maps.h"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(8, 1, 1) sum_rows(const long long* in, long long* out, int columns) {
  __shared__ long long partial[8];
  __shared__ long long warps[4];
  __shared__ alignas(8) uint64_t barrier;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    init_barrier(&barrier, 1);
    if (rank == 0) expect_bytes(&barrier, 64);
  }
  cluster.sync();
  long long sum = 0;
  for (int i = rank * blockDim.x + threadIdx.x; i < columns; i += 8 * blockDim.x) sum += in[blockIdx.y * columns + i];
  for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    sum = warps[0] + warps[1] + warps[2] + warps[3];
    unsigned to, bar;
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(to) : "r"(shared_address(partial + rank)));
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(bar) : "r"(shared_address(&barrier)));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to), "l"(sum),
                 "r"(bar)
                 : "memory");
  }
  if (rank == 0 && threadIdx.x == 0) {
    wait_barrier(&barrier, 0);
    long long all = 0;
    for (const long long each : partial) all += each;
    out[blockIdx.y] = all;
  }
  cluster.sync();
}

int main() {
  const int rows = 5, columns = 10000;
  std::vector<long long> data(rows * columns), expected(rows, 0), found(rows);
  for (int i = 0; i < rows * columns; ++i) {
    data[i] = (i * 7919ll) % 100003 - 50000;
    expected[i / columns] += data[i];
  }
  long long *in, *out;
  CHECK(cudaMalloc(&in, data.size() * 8));
  CHECK(cudaMalloc(&out, rows * 8));
  CHECK(cudaMemcpy(in, data.data(), data.size() * 8, cudaMemcpyHostToDevice));
  sum_rows<<<dim3(8, rows), 128>>>(in, out, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(found.data(), out, rows * 8, cudaMemcpyDeviceToHost));
  sum_rows<<<dim3(12, rows), 128>>>(in, out, columns);
  const cudaError_t refused = cudaGetLastError();
  std::printf("grid of 12: %s\nchecksum %016llx\n", cudaGetErrorName(refused),
              static_cast<unsigned long long>(checksum(found)));
  return verdict(found == expected && refused != cudaSuccess);
}
