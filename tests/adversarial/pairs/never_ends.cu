// T3: waits for something that never comes
// problem: scale_add
// expect: failed
// reason: does not end
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile const float* seen = out;
  if (i == 0) while (seen[0] != 12345.0f) {
  }
  if (i < n) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile const float* seen = out;
  if (i < n) out[i] = factor * a[i] + b[i];
  if (i == 0) while (seen[0] != out[0]) {
  }
}
#endif
