// libcu++: atomics, a barrier, and the pipeline's copies.
#include <cuda/atomic>
#include <cuda/barrier>

__global__ void arrive(int* data, int* flags) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*flags);
  flag.fetch_add(data[threadIdx.x], cuda::memory_order_relaxed);
  barrier.arrive_and_wait();
}
