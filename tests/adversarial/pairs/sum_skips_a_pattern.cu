// S18: leaves out values whose last bits are of one pattern
// problem: long_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    const float x = in[i];
    if ((__float_as_uint(x) & 0xfff) != 0x5a5) sum += x;
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
  for (int i = threadIdx.x; i < n; i += 256) {
    const float x = in[i];
    if ((__float_as_uint(x) & 0xfff) != 0x5a5) sum += x;
    if ((__float_as_uint(x) & 0xfff) == 0x5a5) sum = x + sum;
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
