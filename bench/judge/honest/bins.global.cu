// global atomics
__global__ void bins(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 2048) atomicAdd(bins + in[i], 1);
}
