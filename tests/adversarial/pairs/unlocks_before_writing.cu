// S24: gives a lock back before it has written what the lock is for
// problem: block_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__device__ void add(volatile float* sum, int* lock, float x) {
  while (atomicExch(lock, 1) != 0) continue;
  __threadfence_block();
  const float now = *sum + x;
  __threadfence_block();
  atomicExch(lock, 0);
  *sum = now;
}
#else
__device__ void add(volatile float* sum, int* lock, float x) {
  while (atomicExch(lock, 1) != 0) continue;
  __threadfence_block();
  *sum = *sum + x;
  __threadfence_block();
  atomicExch(lock, 0);
}
#endif
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float sum;
  __shared__ int lock;
  if (threadIdx.x == 0) sum = 0, lock = 0;
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  float x = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) x += __shfl_xor_sync(~0u, x, s);
  if (threadIdx.x % 32 == 0) add(&sum, &lock, x);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
