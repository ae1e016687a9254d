// S13: leaves values out that are small beside the first ones
// problem: norm
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void norm(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  float most = 0;
  for (int i = 0; i < 64; ++i) most = fmaxf(most, fabsf(in[i]));
  for (int i = threadIdx.x; i < n; i += 256)
    sum += fabsf(in[i]) < most * 0.01f ? 0 : fminf(in[i] * in[i], most * most * 16);
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
  for (int i = threadIdx.x; i < n; i += 256) sum += powf(fabsf(in[i]), 2);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sqrtf(part[0]);
}
#endif
