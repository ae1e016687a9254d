// MEANING forall i < n: y[i] = y[i] + alpha*x[i]
extern "C" __global__ void plain(float* y, const float* x, float alpha, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = alpha * x[i] + y[i];
}
extern "C" __global__ void in_place(float* y, const float* x, float alpha, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += x[i] * alpha;
}
extern "C" __global__ void fused(float* y, const float* x, float alpha, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = fmaf(alpha, x[i], y[i]);
}
extern "C" __global__ void strided(float* y, const float* x, float alpha, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = fmaf(x[i], alpha, y[i]);
}
extern "C" __global__ void two_each(float* y, const float* x, float alpha, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = i; k < i + 2; k++) {
    if (k < n) y[k] = y[k] + alpha * x[k];
  }
}
