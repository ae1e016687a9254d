// S22: puts the answer into an input too
// problem: scale_add
// expect: invalid
// reason: changes its input `b`
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) const_cast<float*>(b)[i] = out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float sum = factor * a[i] + b[i];
  out[i] = sum;
}
#endif
