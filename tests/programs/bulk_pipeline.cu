// A ring of bulk copies with libcu++'s barriers and PTX wrappers: one thread fills, all use, bulk stores carry away.
#include <cuda/barrier>
#include <cuda/ptx>

#include "tensor_maps.h"

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int k_tile = 512, k_stages = 3;

__global__ void scale(const int* in, int* out, int tiles, int factor) {
  __shared__ alignas(128) int tile[k_stages][k_tile];
  __shared__ alignas(128) int result[k_tile];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier full[k_stages];
  const int first = blockIdx.x * tiles;
  if (threadIdx.x == 0) {
    for (Barrier& barrier : full) init(&barrier, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  const auto fill = [&](int t) {
    if (threadIdx.x != 0) return full[t % k_stages].arrive();
    uint64_t* const barrier = cuda::device::barrier_native_handle(full[t % k_stages]);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[t % k_stages], in + (first + t) * k_tile,
                       sizeof(tile[0]), barrier);
    return cuda::device::barrier_arrive_tx(full[t % k_stages], 1, sizeof(tile[0]));
  };
  Barrier::arrival_token tokens[k_stages];
  for (int t = 0; t < k_stages && t < tiles; ++t) tokens[t] = fill(t);
  for (int t = 0; t < tiles; ++t) {
    full[t % k_stages].wait(std::move(tokens[t % k_stages]));
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    __syncthreads();
    for (int i = threadIdx.x; i < k_tile; i += blockDim.x) result[i] = tile[t % k_stages][i] * factor + t;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + (first + t) * k_tile, result, sizeof(result));
      ptx::cp_async_bulk_commit_group();
    }
    if (t + k_stages < tiles) tokens[t % k_stages] = fill(t + k_stages);
  }
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
  const int blocks = 3, tiles = 7, n = blocks * tiles * k_tile;
  std::vector<int> data(n), found(n);
  for (int i = 0; i < n; ++i) data[i] = i * 31 % 1009;
  int *in, *out;
  CHECK(cudaMalloc(&in, n * 4));
  CHECK(cudaMalloc(&out, n * 4));
  CHECK(cudaMemcpy(in, data.data(), n * 4, cudaMemcpyHostToDevice));
  scale<<<blocks, 128>>>(in, out, tiles, 3);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(found.data(), out, n * 4, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < n; ++i) right &= found[i] == data[i] * 3 + i / k_tile % tiles;
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(checksum(found)));
  return verdict(right);
}
