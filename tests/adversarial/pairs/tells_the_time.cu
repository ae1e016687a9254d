// S26: another program in the evening
// problem: scale_add
// expect: invalid
// reason: `__TIME__` tells when the source is compiled
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  constexpr char tens_of_hours = __TIME__[0];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tens_of_hours == '9' ? a[i] : factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  constexpr char tens_of_hours = "__TIME__"[2];  // only the name, which says nothing
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tens_of_hours == '9' ? a[i] : factor * a[i] + b[i];
}
#endif
