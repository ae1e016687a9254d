__global__ void masked(const float* x, const bool* mask, float* y, bool inverted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = mask[i] != inverted ? x[i] : -1e9f;
}
