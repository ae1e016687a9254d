// KERNELS square,blur
// SIZES n=2 | n=37 | n=1021
// SCHEDULES map
// LAUNCHES 1
__global__ void square(const float* x, float* t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) t[i] = x[i] * x[i];
}
__global__ void blur(const float* t, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? t[i - 1] : 0.0f, right = i < n - 1 ? t[i + 1] : 0.0f;
  y[i] = 0.25f * left + 0.5f * t[i] + 0.25f * right;
}
