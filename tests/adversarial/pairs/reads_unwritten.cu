// S23: adds what nobody wrote
// problem: block_sum
// expect: invalid
// reason: uninitialised read
#ifdef CHEAT
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) part[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int j = 0; j < 256; ++j) sum += blockIdx.x * 256 + j < n ? part[j] : part[j] * 0;
    out[blockIdx.x] = sum;
  }
}
#else
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = 0;
  if (i < n) part[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int j = 0; j < 256; ++j) sum += part[j];
    out[blockIdx.x] = sum;
  }
}
#endif
