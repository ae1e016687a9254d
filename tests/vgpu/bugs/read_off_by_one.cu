extern "C" __global__ void buggy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + in[i + 1];  // BUG out_of_bounds
}

extern "C" __global__ void fixed(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + (i + 1 < n ? in[i + 1] : 0.f);
}
