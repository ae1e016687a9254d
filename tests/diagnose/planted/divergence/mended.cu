// The kernel of a.cu with one way per warp.
#define STEPS 24

__global__ void species(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  int k;
  switch (i / 32 % 8) {
    case 0:
      for (k = 0; k < STEPS; ++k) x = x * 0.5f + 1.0f;
      break;
    case 1:
      for (k = 0; k < STEPS; ++k) x = fmaxf(x, 0.1f) * 0.95f;
      break;
    case 2:
      for (k = 0; k < STEPS; ++k) x = fminf(x + 0.25f, 3.0f) * 0.9f;
      break;
    case 3:
      for (k = 0; k < STEPS; ++k) x = 1.0f - x * 0.7f;
      break;
    case 4:
      for (k = 0; k < STEPS; ++k) x = fmaxf(x * 0.8f, -2.0f) + 0.1f;
      break;
    case 5:
      for (k = 0; k < STEPS; ++k) x = fminf(x, 9.0f) - 0.01f;
      break;
    case 6:
      for (k = 0; k < STEPS; ++k) x = fabsf(x) * 0.6f - 0.3f;
      break;
    default:
      for (k = 0; k < STEPS; ++k) x = x * 0.25f - 4.0f;
      break;
  }
  out[i] = x;
}
