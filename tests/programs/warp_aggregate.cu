// Atomics joined within a warp: by the active mask, by equal keys, by cooperative groups; and a filter that keeps all
// that pass, in whatever order.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>

#include "check.h"
#include "checksum.h"

namespace cg = cooperative_groups;

__global__ void filter(const int* in, int n, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] % 7 >= 3) return;
  const cg::coalesced_group active = cg::coalesced_threads();
  int start = 0;
  if (active.thread_rank() == 0) start = atomicAdd(count, static_cast<int>(active.size()));
  out[active.shfl(start, 0) + active.thread_rank()] = in[i];
}

__global__ void histogram(const int* in, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = in[i] % 5;
  const unsigned same = __match_any_sync(__activemask(), bin);
  if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(&bins[bin], __popc(same));
}

__global__ void tiles(const int* in, int n, unsigned long long* sums) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned long long value = i < n ? 1ull * in[i] * in[i] : 0;
  const unsigned long long sum = cg::reduce(tile, value, cg::plus<unsigned long long>());
  const unsigned ballot = tile.ballot(value & 1);
  if (tile.thread_rank() == 0) sums[i / 8] = sum * 256 + ballot;
}

int main() {
  const int n = 6001, blocks = (n + 255) / 256;
  int *in, *out, *count, *bins;
  unsigned long long* sums;
  CHECK(cudaMallocManaged(&in, n * 4));
  CHECK(cudaMallocManaged(&out, n * 4));
  CHECK(cudaMallocManaged(&count, 4));
  CHECK(cudaMallocManaged(&bins, 20));
  CHECK(cudaMallocManaged(&sums, blocks * 32 * 8));
  for (int i = 0; i < n; ++i) in[i] = (i * 1103515245u + 12345u) >> 9 & 0xffff;
  filter<<<blocks, 256>>>(in, n, out, count);
  histogram<<<blocks, 256>>>(in, n, bins);
  tiles<<<blocks, 256>>>(in, n, sums);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> kept(out, out + *count), expected, expected_bins(5, 0);
  std::vector<unsigned long long> expected_sums(blocks * 32, 0);
  for (int i = 0; i < n; ++i) {
    if (in[i] % 7 < 3) expected.push_back(in[i]);
    ++expected_bins[in[i] % 5];
    expected_sums[i / 8] += 256ull * in[i] * in[i] + (in[i] & 1 ? 1u << i % 8 : 0);
  }
  std::sort(kept.begin(), kept.end());
  std::sort(expected.begin(), expected.end());
  bool right = kept == expected && std::equal(bins, bins + 5, expected_bins.begin());
  right &= std::equal(expected_sums.begin(), expected_sums.end(), sums);
  print_checksum("kept", kept);
  print_checksum("tiles", expected_sums);
  return verdict(right);
}
