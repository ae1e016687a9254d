// Thrust on the device: sort, reduce, scan, unique, by key, with zipped and counting iterators.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <algorithm>
#include <map>

#include "check.h"
#include "checksum.h"

struct Scramble {
  __host__ __device__ unsigned operator()(unsigned i) const {
    i = (i ^ 61u ^ (i >> 16)) * 9u;
    return ((i ^ (i >> 4)) * 0x27d4eb2du) >> 8;
  }
};

struct Squared {
  __host__ __device__ unsigned long long operator()(unsigned x) const { return 1ull * x * x; }
};

int main() {
  const int n = 20000;
  thrust::device_vector<unsigned> keys(n), values(n);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(n), keys.begin(),
                    Scramble());
  std::vector<unsigned> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = Scramble()(i);
  const unsigned long long squares =
      thrust::transform_reduce(keys.begin(), keys.end(), Squared(), 0ull, thrust::plus<unsigned long long>());
  unsigned long long expected_squares = 0;
  for (const unsigned x : expected) expected_squares += 1ull * x * x;

  thrust::sequence(values.begin(), values.end());
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  std::vector<unsigned> sorted(n), order(n);
  thrust::copy(keys.begin(), keys.end(), sorted.begin());
  thrust::copy(values.begin(), values.end(), order.begin());
  bool right = squares == expected_squares;
  for (int i = 0; i < n; ++i) right &= expected[order[i]] == sorted[i];
  std::sort(expected.begin(), expected.end());
  right &= sorted == expected;

  thrust::device_vector<unsigned> group(n), heads(n), counts(n), sums(n);
  thrust::transform(keys.begin(), keys.end(), group.begin(), [] __host__ __device__(unsigned x) { return x >> 16; });
  const auto ends = thrust::reduce_by_key(group.begin(), group.end(), thrust::constant_iterator<unsigned>(1),
                                          heads.begin(), counts.begin());
  const size_t groups = ends.first - heads.begin();
  thrust::exclusive_scan(counts.begin(), counts.begin() + groups, sums.begin());
  std::map<unsigned, unsigned> expected_counts;
  for (const unsigned x : expected) ++expected_counts[x >> 16];
  std::vector<unsigned> starts(groups);
  thrust::copy(sums.begin(), sums.begin() + groups, starts.begin());
  right &= groups == expected_counts.size();
  unsigned start = 0, at = 0;
  for (const auto& [key, count] : expected_counts) {
    right &= starts[at++] == start;
    start += count;
  }
  keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  right &= keys.size() == expected.size() &&
           thrust::reduce(keys.begin(), keys.end(), 0u, thrust::maximum<unsigned>()) == expected.back();
  print_checksum("order", order);
  print_checksum("starts", starts);
  return verdict(right);
}
