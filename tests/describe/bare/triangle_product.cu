__global__ void product(const float* l, const float* b, float* c, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  float s = 0;
  for (int k = 0; k <= i; ++k) s += l[i * n + k] * b[k * n + j];
  c[i * n + j] = s;
}
