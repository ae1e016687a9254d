__global__ void sign_bit(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = signbit(in[i]) ? 1 : 0;
}
