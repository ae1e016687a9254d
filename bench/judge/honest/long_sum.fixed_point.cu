// in units of 2^-30, in 64-bit integers
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ unsigned long long all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  unsigned long long sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += static_cast<unsigned long long>(in[i] * 1073741824.0f);
  atomicAdd(&all, sum);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = static_cast<float>(static_cast<double>(all) / 1073741824.0);
}
