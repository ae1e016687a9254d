// MEANING forall i < n: y[i] = max(0, x[i])
extern "C" __global__ void call(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = fmaxf(x[i], 0.0f);
}
extern "C" __global__ void choice(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] > 0 ? x[i] : 0.0f;
}
extern "C" __global__ void branches(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    if (v < 0) v = 0;
    y[i] = v;
  }
}
extern "C" __global__ void two_stores(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (x[i] > 0.0f) {
    y[i] = x[i];
  } else {
    y[i] = 0.0f;
  }
}
extern "C" __global__ void overload(const float* x, float* y, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = max(x[i], 0.0f);
}
extern "C" __global__ void overwritten(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = 0;
  if (x[i] > 0) y[i] = x[i];
}
