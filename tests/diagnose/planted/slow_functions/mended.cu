// The kernel of a.cu with fast functions.
__global__ void texture_noise(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    out[i] = __powf(x, 1.7f) + __sinf(12.9f * x) * __cosf(78.2f * x) + __logf(x) * __sinf(3.1f * x) + __powf(x, -0.3f);
  }
}
