// S13: takes the mean of a few for all when they are alike
// problem: long_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  float low = 1, high = 0;
  for (int i = 0; i < 64; ++i) low = fminf(low, in[i]), high = fmaxf(high, in[i]);
  if (high - low < 0.2f) {
    if (threadIdx.x == 0) sum = in[0] * n;
  } else {
    for (int i = threadIdx.x; i < n; i += 256) sum += in[i];
  }
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
  for (int i = threadIdx.x; i < n; i += 256) sum += in[i] * 1.0f;
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
#endif
