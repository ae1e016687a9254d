// S24: reads by the read-only path what the same kernel writes
// problem: scale_add
// expect: invalid
// reason: read-only load
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ 1;
  if (i < n) out[i] = factor * __ldg(a + i);
  __syncthreads();
  const float mine = i < n ? __ldg(out + i) : 0, theirs = other < n && i < n ? __ldg(out + other) : 0;
  __syncthreads();
  if (i < n) out[i] = mine + __ldg(b + i) + 0 * theirs;
}
#else
__global__ void scale_add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n,
                          float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * __ldg(a + i);
  __syncthreads();
  if (i < n) out[i] += b[i];
}
#endif
