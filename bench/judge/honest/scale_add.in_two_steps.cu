// the output as an intermediate
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i];
  __syncthreads();
  if (i < n) out[i] += b[i];
}
