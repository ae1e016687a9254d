// KERNELS square,tail
// NOTFUSED may read elements of `t` that no launch before it writes
__global__ void square(const float* x, float* t, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) t[i] = x[i] * x[i];
}
__global__ void tail(const float* t, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = t[i] + 1.0f;
}
