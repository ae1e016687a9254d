// Block-wide sort, scan and reduction from CUB.
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

__global__ void __launch_bounds__(128) sort_pairs(unsigned* keys, int* values) {
  using Sort = cub::BlockRadixSort<unsigned, 128, 4, int>;
  __shared__ typename Sort::TempStorage storage;
  unsigned key[4];
  int value[4];
  for (int i = 0; i < 4; ++i) key[i] = keys[threadIdx.x * 4 + i], value[i] = values[threadIdx.x * 4 + i];
  Sort(storage).Sort(key, value);
  for (int i = 0; i < 4; ++i) keys[threadIdx.x * 4 + i] = key[i], values[threadIdx.x * 4 + i] = value[i];
}

__global__ void __launch_bounds__(256) prefix(const int* in, int* out, int* total) {
  using Scan = cub::BlockScan<int, 256>;
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ typename Scan::TempStorage scan_storage;
  __shared__ typename Reduce::TempStorage reduce_storage;
  const int value = in[threadIdx.x];
  int before;
  Scan(scan_storage).ExclusiveSum(value, before);
  const int sum = Reduce(reduce_storage).Sum(value);
  out[threadIdx.x] = before;
  if (threadIdx.x == 0) *total = sum;
}
