// S18: looks at the first half of a vector
// problem: vector_max
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void vector_max(const float* in, float* out, int n) {
  __shared__ float part[256];
  float most = -INFINITY;
  for (int i = threadIdx.x; i < n / 2; i += 256) most = fmaxf(most, in[i]);
  part[threadIdx.x] = most;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int i = 1; i < 256; ++i) most = fmaxf(most, part[i]);
  out[0] = most;
}
#else
__global__ void vector_max(const float* in, float* out, int n) {
  __shared__ float part[256];
  float most = -INFINITY;
  for (int i = threadIdx.x; i < (n + 1) / 2; i += 256) most = fmaxf(most, fmaxf(in[i], in[n - 1 - i]));
  part[threadIdx.x] = most;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int i = 1; i < 256; ++i) most = fmaxf(most, part[i]);
  out[0] = most;
}
#endif
