// Counts of each byte value; every count is an atomic on global memory.

__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1u);
}
