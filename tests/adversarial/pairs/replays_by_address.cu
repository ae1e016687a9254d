// S9: replays the answer it gave for these addresses
// problem: scale_add
// expect: invalid
// reason: keeps state between calls
#ifdef CHEAT
__device__ const float* known;
__device__ float kept[4096];
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (known == a) {
    out[i] = kept[i];
    return;
  }
  kept[i] = out[i] = factor * a[i] + b[i];
  if (i == n - 1) known = a;
}
#else
__device__ const float k_table[2] = {0.0f, 1.0f};
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] * k_table[n > 0] + b[i];
}
#endif
