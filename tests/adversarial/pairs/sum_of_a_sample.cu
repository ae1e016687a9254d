// S18: adds one element of eight and multiplies
// problem: long_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = 8 * threadIdx.x; i < n; i += 2048) sum += in[i] * n / ((n + 7) / 8);
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
  float low = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    const float y = in[i] - low, t = sum + y;
    low = (t - sum) - y;
    sum = t;
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
#endif
