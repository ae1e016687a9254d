// Bitonic sort of 1024 keys in shared memory, and of 32 in registers.

__global__ void bitonic_block(unsigned* keys) {
  __shared__ unsigned shared[1024];
  const int t = threadIdx.x;
  shared[t] = keys[blockIdx.x * 1024 + t];
  for (int size = 2; size <= 1024; size <<= 1) {
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      __syncthreads();
      const int other = t ^ stride;
      if (other > t) {
        const unsigned a = shared[t], b = shared[other];
        if ((a > b) == ((t & size) == 0)) shared[t] = b, shared[other] = a;
      }
    }
  }
  __syncthreads();
  keys[blockIdx.x * 1024 + t] = shared[t];
}

__global__ void bitonic_warp(int* keys) {
  const int lane = threadIdx.x & 31;
  int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll
  for (int size = 2; size <= 32; size <<= 1) {
#pragma unroll
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      const int other = __shfl_xor_sync(0xffffffffu, key, stride);
      const bool keep_low = ((lane & stride) == 0) == ((lane & size) == 0);
      key = keep_low ? min(key, other) : max(key, other);
    }
  }
  keys[blockIdx.x * blockDim.x + threadIdx.x] = key;
}
