// S18: adds every second element twice
// problem: long_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = 2 * threadIdx.x; i < n; i += 512) sum += 2 * in[i];
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
  for (int i = 2 * threadIdx.x; i < n; i += 512) sum += in[i] + (i + 1 < n ? in[i + 1] : 0);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
#endif
