// bins for each warp
__global__ void bins(const int* in, int* bins, int n) {
  __shared__ int count[8][64];
  for (int i = threadIdx.x; i < 512; i += 256) count[i / 64][i % 64] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) atomicAdd(&count[threadIdx.x / 32][in[i]], 1);
  __syncthreads();
  if (threadIdx.x >= 64) return;
  int sum = 0;
  for (int w = 0; w < 8; ++w) sum += count[w][threadIdx.x];
  atomicAdd(bins + threadIdx.x, sum);
}
