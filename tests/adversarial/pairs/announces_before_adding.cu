// S24: says by an atomic that its sum is there, and adds it by another afterwards
// problem: block_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__device__ void bring(float* sum, int* there, float x) {
  atomicAdd(there, 1);
  atomicAdd(sum, x);
}
#else
__device__ void bring(float* sum, int* there, float x) {
  atomicAdd(sum, x);
  __threadfence_block();
  atomicAdd(there, 1);
}
#endif
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float sum;
  __shared__ int there;
  if (threadIdx.x == 0) sum = 0, there = 0;
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  float x = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) x += __shfl_xor_sync(~0u, x, s);
  if (threadIdx.x % 32 == 0) bring(&sum, &there, x);
  if (threadIdx.x != 0) return;
  while (atomicAdd(&there, 0) < 8) continue;
  __threadfence_block();
  out[blockIdx.x] = atomicAdd(&sum, 0.f);
}
