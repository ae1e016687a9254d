// Waits for all but the newest group, and reads the newest.
__device__ void copy_async(float* to, const float* from) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n\tcp.async.commit_group;" ::"r"(at), "l"(from) : "memory");
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float stage[2][128];
  copy_async(&stage[0][threadIdx.x], &in[threadIdx.x]);
  copy_async(&stage[1][threadIdx.x], &in[threadIdx.x + 128]);
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = stage[1][127 - threadIdx.x];  // BUG async_not_waited
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float stage[2][128];
  copy_async(&stage[0][threadIdx.x], &in[threadIdx.x]);
  copy_async(&stage[1][threadIdx.x], &in[threadIdx.x + 128]);
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = stage[0][127 - threadIdx.x];
}
// launch grid=1
