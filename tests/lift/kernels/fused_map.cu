// MEANING forall i < rows, j < cols: out[cols*i + j] = x[cols*i + j] + bias[j]
extern "C" __global__ void bias_2d(const float* x, const float* bias, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[r * cols + c] = x[r * cols + c] + bias[c];
}
extern "C" __global__ void bias_flat(const float* x, const float* bias, float* out, int rows, int cols) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += gridDim.x * blockDim.x) out[i] = x[i] + bias[i % cols];
}
// MEANING forall i < n: out[i] = x[index[i]]
extern "C" __global__ void gather(const float* x, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[index[i]];
}
extern "C" __global__ void gather_strided(const float* x, const int* index, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int at = index[i];
    out[i] = x[at];
  }
}
// MEANING forall i < n: out[i] = x[i]/(exp(-x[i]) + 1)
extern "C" __global__ void silu(const float* x, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] / (1.0f + expf(-x[i]));
}
extern "C" __global__ void silu_fast(const float* x, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] * (1.0f / (1.0f + __expf(-x[i])));
}
// MEANING forall i < n - 2: out[i + 1] = 0.25*x[i] + 0.25*x[i + 2] + 0.5*x[i + 1]
extern "C" __global__ void stencil(const float* x, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1) out[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}
