__device__ void copy_async(float* to, const float* from) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  copy_async(&tile[threadIdx.x], &in[threadIdx.x]);
  asm volatile("cp.async.commit_group;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];  // BUG async_not_waited
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[128];
  copy_async(&tile[threadIdx.x], &in[threadIdx.x]);
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
// launch grid=1
