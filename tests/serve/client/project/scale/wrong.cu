// Leaves out the last elements of each block.
__global__ void scale(const float* x, float* y, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  for (int i = first; i < first + 31 && i < n; ++i) y[i] = 2.0f * x[i];
}
