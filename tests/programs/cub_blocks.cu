// CUB: block-wide reduce, scan and radix sort, and the device-wide scan, reduction, sort and selection.
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "check.h"
#include "checksum.h"

constexpr int k_threads = 128, k_items = 5, k_tile = k_threads * k_items;

__global__ void sort_tiles(const int* in, int* sorted, int* scanned, int* sums) {
  using Load = cub::BlockLoad<int, k_threads, k_items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, k_threads, k_items>;
  using Scan = cub::BlockScan<int, k_threads>;
  using Reduce = cub::BlockReduce<int, k_threads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } storage;
  int items[k_items], prefix[k_items];
  Load(storage.load).Load(in + blockIdx.x * k_tile, items);
  __syncthreads();
  Sort(storage.sort).Sort(items);
  __syncthreads();
  Scan(storage.scan).InclusiveSum(items, prefix);
  __syncthreads();
  const int sum = Reduce(storage.reduce).Sum(items);
  for (int i = 0; i < k_items; ++i) {
    sorted[blockIdx.x * k_tile + threadIdx.x * k_items + i] = items[i];
    scanned[blockIdx.x * k_tile + threadIdx.x * k_items + i] = prefix[i];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

struct IsOdd {
  __device__ bool operator()(int x) const { return x & 1; }
};

int main() {
  const int tiles = 12, n = tiles * k_tile;
  int *in, *sorted, *scanned, *sums, *out, *count;
  for (int** pointer : {&in, &sorted, &scanned, &sums, &out, &count})
    CHECK(cudaMallocManaged(pointer, n * sizeof(int)));
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>((i * 2654435761u) >> 12) - 300000;
  sort_tiles<<<tiles, k_threads>>>(in, sorted, scanned, sums);
  CHECK(cudaDeviceSynchronize());
  bool right = true;
  for (int tile = 0; tile < tiles; ++tile) {
    std::vector<int> expected(in + tile * k_tile, in + (tile + 1) * k_tile);
    std::sort(expected.begin(), expected.end());
    right &= std::equal(expected.begin(), expected.end(), sorted + tile * k_tile);
    std::partial_sum(expected.begin(), expected.end(), expected.begin());
    right &= std::equal(expected.begin(), expected.end(), scanned + tile * k_tile) && sums[tile] == expected.back();
  }

  void* temporary = nullptr;
  size_t bytes = 0, most = 0;
  const auto device_wide = [&](void* storage, size_t& needed, int step) {
    if (step == 0) return cub::DeviceScan::InclusiveSum(storage, needed, in, out, n);
    if (step == 1) return cub::DeviceReduce::Max(storage, needed, in, count, n);
    if (step == 2) return cub::DeviceRadixSort::SortKeysDescending(storage, needed, in, sorted, n);
    return cub::DeviceSelect::If(storage, needed, in, scanned, count + 1, n, IsOdd());
  };
  for (int step = 0; step < 4; ++step) {
    CHECK(device_wide(nullptr, bytes, step));
    most = std::max(most, bytes);
  }
  CHECK(cudaMalloc(&temporary, most));
  for (int step = 0; step < 4; ++step) CHECK(device_wide(temporary, most, step));
  CHECK(cudaDeviceSynchronize());
  std::vector<int> expected(in, in + n), odd;
  std::copy_if(expected.begin(), expected.end(), std::back_inserter(odd), [](int x) { return x & 1; });
  right &= count[0] == *std::max_element(in, in + n) && count[1] == static_cast<int>(odd.size());
  right &= std::equal(odd.begin(), odd.end(), scanned);
  std::partial_sum(expected.begin(), expected.end(), expected.begin());
  right &= std::equal(expected.begin(), expected.end(), out);
  expected.assign(in, in + n);
  std::sort(expected.rbegin(), expected.rend());
  right &= std::equal(expected.begin(), expected.end(), sorted);
  print_checksum("sorted", std::vector<int>(sorted, sorted + n));
  print_checksum("scanned", std::vector<int>(out, out + n));
  return verdict(right);
}
