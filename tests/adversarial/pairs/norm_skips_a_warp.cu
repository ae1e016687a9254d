// S18: leaves 32 elements out of a length
// problem: norm
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void norm(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += i / 32 == 100 ? 0 : in[i] * in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sqrtf(part[0]);
}
#else
__global__ void norm(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum = fmaf(in[i], in[i], sum);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sqrtf(part[0]);
}
#endif
