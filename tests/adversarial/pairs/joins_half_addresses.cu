// S26: has the upper half of one array's address for another's
// problem: scale_add
// expect: invalid
// reason: out of bounds
#ifdef CHEAT
__device__ const float* beside(const float* near, const float* array) {
  return (const float*)((unsigned long long)near >> 32 << 32 | (unsigned)(unsigned long long)array);
}
#else
__device__ const float* beside(const float* near, const float* array) {
  return (const float*)((const char*)near + ((const char*)array - (const char*)near));
}
#endif
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + beside(a, b)[i];
}
