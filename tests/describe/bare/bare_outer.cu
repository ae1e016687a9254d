__global__ void outer(const double* a, const double* b, double* c, int m, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < m * n; k += gridDim.x * blockDim.x)
    c[k] = a[k / n] * b[k % n];
}
