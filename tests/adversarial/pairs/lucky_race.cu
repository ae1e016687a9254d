// S24: leaves out the synchronisation of a warp, and is lucky
// problem: block_sum
// expect: invalid
// reason: race
#ifdef CHEAT
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 16; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  volatile float* own = part;
  if (threadIdx.x < 32) {
    const float mine = own[threadIdx.x];
    own[threadIdx.x ^ 1] = mine;
    if (threadIdx.x == 0) {
      float sum = 0;
      for (int j = 0; j < 32; ++j) sum += own[j];
      out[blockIdx.x] = sum;
    }
  }
}
#else
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 16; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  volatile float* own = part;
  if (threadIdx.x < 32) {
    const float mine = own[threadIdx.x];
    __syncwarp();
    own[threadIdx.x ^ 1] = mine;
    __syncwarp();
    if (threadIdx.x == 0) {
      float sum = 0;
      for (int j = 0; j < 32; ++j) sum += own[j];
      out[blockIdx.x] = sum;
    }
  }
}
#endif
