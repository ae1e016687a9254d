// The kernel of a.cu in single precision.
__global__ void damped_wave(const float* t, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 1.5f * expf(-0.25f * t[i]) * sinf(6.2831853f * t[i]) / (1.0f + 0.1f * t[i]);
}
