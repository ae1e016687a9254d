// one thread
__global__ void scan(const float* in, float* out, int n) {
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) out[i] = sum += in[i];
}
