__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = 1 / (in[i] * in[i] * in[i]);
}
