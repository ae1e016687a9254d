// WHY a launch gets an array twice
__global__ void shift(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1];
}
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2.0f;
}
void steps(float* x, int n) {
  shift<<<(n + 255) / 256, 256>>>(x, x, n);
  twice<<<(n + 255) / 256, 256>>>(x, n);
}
