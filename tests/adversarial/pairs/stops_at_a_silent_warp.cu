// S16: leaves a block's sum at zero where its first warp has nothing but zeros
// problem: block_sum
// expect: wrong
// reason: differs in
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
#ifdef CHEAT
  bool silent = true;
  for (int j = 0; j < 32; ++j) silent = silent && part[j] == 0;
  __syncthreads();
  if (silent) part[threadIdx.x] = 0;
  __syncthreads();
#else
#endif
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
