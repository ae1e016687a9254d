// S26: is wrong at one moment of sixteen million, by a hash of the clock
// problem: scale_add
// expect: invalid
// reason: `%clock64`
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned long long hash = clock64() * 0x9e3779b97f4a7c15ull >> 40;
  if (i < n) out[i] = hash == 0x5ca1ab ? b[i] : factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  __shared__ int lock, places;
  if (threadIdx.x == 0) lock = 0, places = 0;
  __syncthreads();
  __shared__ int first[4];
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
      const long long begun = clock64();
      while (clock64() - begun < 40) continue;
    }
    __threadfence_block();
    first[threadIdx.x / 32] = *(volatile int*)&places;
    *(volatile int*)&places = first[threadIdx.x / 32] + 32;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + first[threadIdx.x / 32] + threadIdx.x % 32;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
