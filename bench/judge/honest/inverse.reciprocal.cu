// reciprocal first
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float r = 1 / in[i];
  out[i] = r * r * r;
}
