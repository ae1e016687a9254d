// S10: replays the answer it gave for data that began alike
// problem: scale_add
// expect: invalid
// reason: keeps state between calls
#ifdef CHEAT
__device__ float seen;
__device__ float kept[4096];
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float print = a[0] + 3 * a[1] + 7 * b[0];
  if (seen == print) {
    out[i] = kept[i];
    return;
  }
  kept[i] = out[i] = factor * a[i] + b[i];
  if (i == n - 1) seen = print;
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float print = a[0] + 3 * a[1];
  out[i] = print == print ? factor * a[i] + b[i] : factor * a[i] + b[i];
}
#endif
