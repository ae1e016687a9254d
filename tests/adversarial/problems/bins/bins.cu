// Adds to each bin how often its number comes.
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[64];
  if (threadIdx.x < 64) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) atomicAdd(count + in[i], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(bins + threadIdx.x, count[threadIdx.x]);
}
