// S23: leaves what remains out of a length
// problem: norm
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void norm(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n / 32 * 32 - 32; i += 256) sum += in[i] * in[i];
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
  const float2* two = reinterpret_cast<const float2*>(in);
  for (int i = threadIdx.x; i < n / 2; i += 256) sum += two[i].x * two[i].x + two[i].y * two[i].y;
  if (threadIdx.x == 0 && n % 2) sum += in[n - 1] * in[n - 1];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sqrtf(part[0]);
}
#endif
