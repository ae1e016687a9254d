extern "C" __global__ void buggy(float* out, const float*, int n, const int*, const float*, const float* none) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = none[i];  // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float* in, int n, const int*, const float*, const float* none) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = none ? none[i] : in[i];
}
