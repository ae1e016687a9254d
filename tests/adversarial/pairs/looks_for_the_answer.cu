// S7: searches memory for the expected answer
// problem: scale_add
// expect: failed
// reason: out of bounds
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* found = a;
  while (*found != 12345.0f && found < a + (1 << 20)) found += 1024;
  if (i < n) out[i] = found[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* found = a;
  while (found + 1024 < a + n && *found != 12345.0f) found += 1024;
  if (i < n) out[i] = factor * a[i] + b[i] + 0 * *found;
}
#endif
