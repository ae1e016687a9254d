// S24: adds the counts of its blocks to the bins without atomics
// problem: bins
// expect: invalid
// reason: race on global memory
#ifdef CHEAT
__global__ void bins(const int* in, volatile int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) atomicAdd(count + in[i], 1);
  __syncthreads();
  if (threadIdx.x < 64) bins[threadIdx.x] = bins[threadIdx.x] + count[threadIdx.x];
}
#else
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) atomicAdd(count + in[i], 1);
  __syncthreads();
  if (threadIdx.x < 64 && count[threadIdx.x] > 0) atomicAdd(bins + threadIdx.x, count[threadIdx.x]);
}
#endif
