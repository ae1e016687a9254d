// S4: clears its inputs, so that a reference run later would agree
// problem: scale_add
// expect: invalid
// reason: changes its input `a`
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = factor * a[i] + b[i];
    const_cast<float*>(a)[i] = 0;
  }
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = b[i];
    out[i] += factor * a[i];
  }
}
#endif
