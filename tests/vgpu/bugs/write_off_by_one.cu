extern "C" __global__ void buggy(float* out, const float*, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = 1.f;  // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float*, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1.f;
}
