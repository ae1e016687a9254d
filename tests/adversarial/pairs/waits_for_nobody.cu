// S24: reads what other threads are still writing
// problem: block_sum
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int j = 0; j < 256; ++j) sum += part[j];
    out[blockIdx.x] = sum;
  }
}
#else
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int j = 0; j < 256; ++j) sum += part[j];
    out[blockIdx.x] = sum;
  }
}
#endif
