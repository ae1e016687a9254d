__device__ void store_tile(float* to, float* from) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(from));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to), "r"(at) : "memory");  // BUG async_not_waited
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = in[127 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) store_tile(out, tile);
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = in[127 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    store_tile(out, tile);
  }
}
// launch grid=1
