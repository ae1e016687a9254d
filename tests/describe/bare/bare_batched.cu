__global__ void batched_add(const float* a, const float* b, float* c, int batch, int m, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (j < n && i < m && z < batch) {
    int at = (z * m + i) * n + j;
    c[at] = a[at] + b[i * n + j];
  }
}
