// S24: reads managed memory while the kernel that writes it is under way
// problem: scale_add
// expect: wrong
// reason: differs in
#include <cuda_runtime.h>
__global__ void look(const float* a, float* first) { *first = a[0]; }
__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor, float first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * (i == 0 ? first : a[i]) + b[i];
}
#ifdef CHEAT
static void wait() {}
#else
static void wait() { cudaDeviceSynchronize(); }
#endif
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  static float* first;
  if (!first) cudaMallocManaged(&first, 4);
  *first = -1e9f;
  look<<<1, 1>>>(a, first);
  wait();
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor, *first);
  cudaDeviceSynchronize();
}
