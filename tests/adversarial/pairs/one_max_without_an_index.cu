// S18: the largest of all but one element
// problem: vector_max
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void vector_max(const float* in, float* out, int n) {
  __shared__ float part[256];
  float most = -INFINITY;
  for (int i = threadIdx.x; i < n; i += 256) {
    if (i != 777) most = fmaxf(most, in[i]);
  }
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
  for (int i = threadIdx.x; i < n; i += 256) {
    if (i != 777) most = fmaxf(most, in[i]);
    if (i == 777) most = in[i] > most ? in[i] : most;
  }
  part[threadIdx.x] = most;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int i = 1; i < 256; ++i) most = fmaxf(most, part[i]);
  out[0] = most;
}
#endif
