// S24: launches a kernel that leaves out the barrier of a warp, and is lucky
// problem: scale_add
// expect: invalid
// reason: race on shared memory
#include <cuda_runtime.h>
#ifdef CHEAT
__device__ void meet() {}
#else
__device__ void meet() { __syncwarp(); }
#endif
__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  __shared__ float kept[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  kept[threadIdx.x ^ 1] = (i ^ 1) < n ? factor * a[i ^ 1] : 0;
  meet();
  if (i < n) out[i] = kept[threadIdx.x] + b[i];
}
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}
