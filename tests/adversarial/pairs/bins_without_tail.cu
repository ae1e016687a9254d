// S23: leaves the last numbers uncounted
// problem: bins
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n / 256 * 256; i += 2048) atomicAdd(count + in[i], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, count[threadIdx.x]);
}
#else
__global__ void bins(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) atomicAdd(bins + in[i], 1);
}
#endif
