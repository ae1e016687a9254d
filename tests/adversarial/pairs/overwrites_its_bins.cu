// S38: overwrites what it should add to
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
  if (blockIdx.x == 0 && threadIdx.x < 64) bins[threadIdx.x] = count[threadIdx.x];
}
#else
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) {
    const unsigned same = __match_any_sync(__activemask(), in[i]);
    if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(count + in[i], __popc(same));
  }
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, count[threadIdx.x]);
}
#endif
