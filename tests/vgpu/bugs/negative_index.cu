extern "C" __global__ void buggy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i - 1];  // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = i > 0 ? in[i - 1] : 0.f;
}
