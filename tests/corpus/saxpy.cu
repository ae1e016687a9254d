// y = a x + y, one element a thread and four.

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void saxpy_vectorised(int n4, float a, const float4* __restrict__ x, float4* __restrict__ y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  const float4 from = x[i];
  float4 to = y[i];
  to.x += a * from.x;
  to.y += a * from.y;
  to.z += a * from.z;
  to.w += a * from.w;
  y[i] = to;
}

__global__ void daxpy(int n, double a, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
