// SIZES n=1 | n=2 | n=37 | n=1021
// SCHEDULES map
// LAUNCHES 1
__global__ void scale(const float* in, float* out, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}
__global__ void bump_first_half(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) x[i] += 1.0f;
}
__global__ void subtract(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] -= y[i];
}
void steps(float* x, const float* y, int n) {
  scale<<<(n + 255) / 256, 256>>>(x, x, 3.0f, n);
  bump_first_half<<<(n + 255) / 256, 256>>>(x, n);
  subtract<<<(n + 255) / 256, 256>>>(x, y, n);
}
