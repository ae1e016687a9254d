__device__ void store_tile(float* to, float* from) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(from));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to), "r"(at) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

__device__ void wait_for_the_store() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = in[127 - threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) store_tile(out, tile);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];  // BUG async_not_waited
  if (threadIdx.x == 0) wait_for_the_store();
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = in[127 - threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) store_tile(out, tile);
  if (threadIdx.x == 0) wait_for_the_store();
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
}
// launch grid=1
