// Templates and cooperative groups: a prefix sum over the whole grid with grid-wide barriers.
#include <cooperative_groups.h>

#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

template <typename T>
__global__ void prefix_sum(T* from, T* to, int n) {
  const cg::grid_group grid = cg::this_grid();
  for (int step = 1; step < n; step *= 2) {
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += static_cast<int>(grid.size()))
      to[i] = i >= step ? from[i] + from[i - step] : from[i];
    grid.sync();
    T* const other = from;
    from = to;
    to = other;
  }
}

int main() {
  const int n = 1024;
  int cooperative = 0, sms = 0, resident = 0;
  CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, prefix_sum<int>, 128, 0));
  if (!cooperative) return verdict(false);
  std::vector<int> data(n);
  for (int i = 0; i < n; ++i) data[i] = i % 3;
  int *a, *b;
  CHECK(cudaMalloc(&a, n * sizeof(int)));
  CHECK(cudaMalloc(&b, n * sizeof(int)));
  CHECK(cudaMemcpy(a, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  int count = n;
  void* arguments[] = {&a, &b, &count};
  const dim3 grid(4), block(128);
  CHECK(cudaLaunchCooperativeKernel(prefix_sum<int>, grid, block, arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  std::vector<int> result(n);
  CHECK(cudaMemcpy(result.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost));  // ten steps: back in the first
  bool right = true;
  for (int i = 0, sum = 0; i < n; ++i) right &= result[i] == (sum += data[i]);
  // A grid that cannot be resident at once is refused.
  const cudaError_t refused =
      cudaLaunchCooperativeKernel(prefix_sum<int>, dim3(sms * resident + 1), block, arguments, 0, nullptr);
  right &= refused == cudaErrorCooperativeLaunchTooLarge;
  right &= cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge && cudaGetLastError() == cudaSuccess;
  return verdict(right);
}
