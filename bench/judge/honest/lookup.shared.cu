// the table in shared memory
__global__ void lookup(const int* in, const float* table, float* out, int n) {
  __shared__ float kept[128];
  kept[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = kept[in[i]];
}
