__global__ void sign(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = in[i] > 0 ? 1 : in[i] < 0 ? -1 : 0;
}
