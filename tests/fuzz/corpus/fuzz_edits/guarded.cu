__global__ void k(float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* row = x + i * n;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += row[j] * 0.5;
  x[i] = sum / 3.0;
  atomicAdd(&y[i % 256], 1);
}
