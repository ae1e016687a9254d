// KERNELS clear,count
// SIZES n=1,bins=7 | n=1021,bins=64
// SCHEDULES map+histogram
// REFUSED at computed places
// LAUNCHES 2
__global__ void clear(int* counts, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < bins) counts[i] = 0;
}
__global__ void count(const int* keys, int* counts, int n, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[(keys[i] & 0x7fffffff) % bins], 1);
}
