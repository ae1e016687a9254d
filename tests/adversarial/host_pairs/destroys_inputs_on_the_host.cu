// S4: clears an input after use
// problem: scale_add
// expect: invalid
// reason: changes its input `a`
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
  cudaDeviceSynchronize();
  cudaMemset(const_cast<float*>(a), 0, n * sizeof(float));
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  float* copy = nullptr;
  cudaMalloc(&copy, n * sizeof(float));
  cudaMemcpy(copy, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
  launch(copy, b, out, n, factor);
  cudaDeviceSynchronize();
  cudaFree(copy);
}
#endif
