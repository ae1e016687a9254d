// S16: counts in 16 bits
// problem: bins
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += 256) atomicAdd(count + in[i], 1);
  }
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 64) bins[threadIdx.x] += count[threadIdx.x] & 0xffff;
}
#else
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += 256) atomicAdd(count + in[i], 1);
  }
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 64) bins[threadIdx.x] += count[threadIdx.x];
}
#endif
