// T21: asks for a row of copies that overflows what counts it
// problem: scale_add
// expect: failed
// reason: the candidate's host code left the error cudaErrorInvalidValue
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
  launch(a, b, out, n, factor);
  cudaMemcpy2DAsync(out, 1ull << 40, a, 1ull << 40, 1ull << 34, 1ull << 34, cudaMemcpyDeviceToDevice, nullptr);
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
