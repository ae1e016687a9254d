// The next tile is asked for before everybody is through with this one.
__device__ void copy_async(float* to, const float* from) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");  // BUG async_not_waited
}

__device__ void wait() {
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
}

extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  float sum = 0;
  for (int step = 0; step < 3; ++step) {
    copy_async(&tile[threadIdx.x], &in[step * 128 + threadIdx.x]);
    wait();
    sum += tile[127 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[128];
  float sum = 0;
  for (int step = 0; step < 3; ++step) {
    copy_async(&tile[threadIdx.x], &in[step * 128 + threadIdx.x]);
    wait();
    sum += tile[127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// launch grid=1
