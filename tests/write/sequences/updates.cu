// SIZES n=1 | n=37 | n=1021
// SCHEDULES map
// LAUNCHES 1
__global__ void accumulate(float* sums, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[i], x[i]);
}
__global__ void scale(float* sums, const float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] *= w[i];
}
void steps(float* sums, const float* x, const float* y, const float* w, int n) {
  accumulate<<<(n + 255) / 256, 256>>>(sums, x, n);
  accumulate<<<(n + 255) / 256, 256>>>(sums, y, n);
  scale<<<(n + 255) / 256, 256>>>(sums, w, n);
}
