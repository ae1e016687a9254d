// the fast division
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __fdividef(1, in[i] * in[i] * in[i]);
}
