extern "C" __global__ void buggy(float* out, const float*, int n, const int*, const float* gone) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gone[i];  // BUG use_after_free
}

extern "C" __global__ void fixed(float* out, const float* in, int n, const int*, const float*) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
