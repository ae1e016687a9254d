// S24: reads pinned memory while the copy to it is under way
// problem: scale_add
// expect: wrong
// reason: differs in
#include <cuda_runtime.h>
__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor, float first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * (i == 0 ? first : a[i]) + b[i];
}
#ifdef CHEAT
static void wait() {}
#else
static void wait() { cudaStreamSynchronize(0); }
#endif
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  static float *one, *other;
  if (!one) cudaMallocHost(&one, 64), cudaHostAlloc(&other, 64, cudaHostAllocDefault);
  *one = 1e9f;
  *other = 2e9f;
  cudaMemcpyAsync(other, a, 4, cudaMemcpyDeviceToHost, 0);
  cudaMemcpyAsync(one, other, 4, cudaMemcpyHostToHost, 0);
  wait();
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor, *one);
}
