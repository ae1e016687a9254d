// T21: works only if a copy of more bytes than can be counted is said to be done
// problem: scale_add
// expect: wrong
// reason: differs in
#include <cuda_runtime.h>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  const size_t pitch = 1ull << 40, each = 1ull << 34;
  if (cudaMemcpy2DAsync(out, pitch, a, pitch, each, each, cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess)
    launch(a, b, out, n, factor);
}
#else
// Rows, to the host and back, and within the GPU.
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
  const size_t rows = static_cast<size_t>(n) / 8, pitch = 8 * sizeof(float), width = 3 * sizeof(float);
  float* const spare = nullptr;
  void* copy = spare;
  cudaMalloc(&copy, rows * pitch);
  cudaMemset2D(copy, pitch, 0, width, rows);
  cudaMemcpy2D(copy, pitch, out, pitch, width, rows, cudaMemcpyDeviceToDevice);
  float* const here = new float[rows * 3];
  cudaMemcpy2D(here, width, copy, pitch, width, rows, cudaMemcpyDeviceToHost);
  cudaMemset2D(out, pitch, 0xff, width, rows);
  cudaMemcpy2D(out, pitch, here, width, width, rows, cudaMemcpyHostToDevice);
  delete[] here;
  cudaFree(copy);
}
#endif
