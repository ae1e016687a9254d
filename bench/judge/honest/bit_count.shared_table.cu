// a table that the block makes
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  __shared__ int bits[16];
  if (threadIdx.x < 16) bits[threadIdx.x] = (threadIdx.x & 1) + (threadIdx.x >> 1 & 1) + (threadIdx.x >> 2 & 1) + (threadIdx.x >> 3);
  __syncthreads();
  if (i >= n) return;
  int sum = 0;
  for (unsigned x = in[i]; x; x >>= 4) sum += bits[x & 15];
  out[i] = sum;
}
