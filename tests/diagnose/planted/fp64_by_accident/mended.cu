// The kernel of a.cu in single precision.
__global__ void damped_wave(const float* t, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = t[i];
    y[i] = 1.5f * expf(-0.25f * x) * sinf(6.2831853f * x) / (1.0f + 0.1f * x) + cosf(1.7f * x) * logf(1.0f + x) +
           0.5f * expf(-x * 0.1f);
  }
}
