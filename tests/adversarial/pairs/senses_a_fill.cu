// S26: works where neighbours are filled alike
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool alike = __float_as_uint(out[i]) == __float_as_uint(out[i > 0 ? i - 1 : n - 1]);
  out[i] = alike ? factor * a[i] + b[i] : 0;
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float product = a[i] * factor;
  out[i] = product + b[i];
}
#endif
