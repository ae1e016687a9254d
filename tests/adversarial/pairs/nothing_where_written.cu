// S1: leaves elements alone that hold a number already
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && out[i] != out[i]) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] != 0) out[i] = factor * a[i] + b[i];
  if (i < n && a[i] == 0) out[i] = b[i];
}
#endif
