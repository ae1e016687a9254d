// S18: leaves one element out of a long sum
// problem: long_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += i == 12345 ? 0 : in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
#else
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum = fmaf(in[i], 1, sum);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
#endif
