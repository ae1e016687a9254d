#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void softmax(const float* in, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -1e30f, s = 0;
  for (int c = 0; c < cols; ++c) m = fmaxf(m, in[r * cols + c]);
  for (int c = 0; c < cols; ++c) s += expf(in[r * cols + c] - m);
  for (int c = 0; c < cols; ++c) out[r * cols + c] = expf(in[r * cols + c] - m) / s;
}
void run_softmax(const float* h_in, float* h_out, int rows, int cols) {
  float *in = nullptr, *out = nullptr;
  size_t bytes = (size_t)rows * cols * sizeof(float);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, h_in, bytes, cudaMemcpyHostToDevice);
  int threads = 128;
  softmax<<<(rows + threads - 1) / threads, threads>>>(in, out, rows, cols);
  cudaMemcpy(h_out, out, bytes, cudaMemcpyDeviceToHost);
}
