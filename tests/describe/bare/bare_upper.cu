__global__ void pool(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) out[i] = fmaxf(in[2 * i], in[2 * i + 1]);
}
