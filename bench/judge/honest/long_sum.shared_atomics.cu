// atomics in shared memory
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += in[i];
  atomicAdd(&all, sum);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = all;
}
