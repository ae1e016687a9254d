// something else first, the result then
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  volatile float* to = out + i;
  *to = 0;
  *to = factor * a[i] + b[i];
}
