// S31: another program next year, by a name that stands nowhere
// problem: scale_add
// expect: invalid
// reason: `__DATE__` tells when the source is compiled
#define PASTED(a, b) a##b
#define PASTE(a, b) PASTED(a, b)
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  constexpr char year = PASTE(PASTE(_, _DA), TE__)[10];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = year == '9' ? a[i] : factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) PASTE(o, ut)[i] = factor * a[i] + b[i];
}
#endif
