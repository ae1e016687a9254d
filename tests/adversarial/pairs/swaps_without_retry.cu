// S24: adds by a compare-and-swap that it does not repeat
// problem: block_sum
// expect: wrong
// reason: updates in two steps
#ifdef CHEAT
__device__ void add(unsigned* cell, float x) {
  const unsigned old = *(volatile unsigned*)cell;
  atomicCAS(cell, old, __float_as_uint(__uint_as_float(old) + x));
}
#else
__device__ void add(unsigned* cell, float x) {
  unsigned old = *(volatile unsigned*)cell, seen;
  while ((seen = atomicCAS(cell, old, __float_as_uint(__uint_as_float(old) + x))) != old) old = seen;
}
#endif
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  float x = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) x += __shfl_xor_sync(~0u, x, s);
  if (threadIdx.x % 32 == 0) add(&sum, x);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = __uint_as_float(sum);
}
