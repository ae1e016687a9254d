// pairs of halves, recursively
__device__ __noinline__ float pairs(const float* in, int n) {
  if (n <= 4) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += in[i];
    return sum;
  }
  return pairs(in, n / 2) + pairs(in + n / 2, n - n / 2);
}
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  const int each = (n + 255) / 256, first = min(n, threadIdx.x * each);
  sum = pairs(in + first, min(each, n - first));
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
