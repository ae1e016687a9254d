// through a reciprocal root
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float r = rsqrtf(in[i] * in[i]);
  out[i] = copysignf(r * r * r, in[i]);
}
