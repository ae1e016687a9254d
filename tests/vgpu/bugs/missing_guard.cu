extern "C" __global__ void buggy(float* out, const float* in, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];  // BUG out_of_bounds
  out[i] = 2 * x;         // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  out[i] = 2 * x;
}
