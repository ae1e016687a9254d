// Planted: powf, sinf, cosf and logf at full precision for each element.
// It rules because they take some 200 instructions per element, and memory only eight bytes.
// Mended: __powf, __sinf, __cosf and __logf, or the same functions with -use_fast_math.
__global__ void texture_noise(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    out[i] = powf(x, 1.7f) + sinf(12.9f * x) * cosf(78.2f * x) + logf(x) * sinf(3.1f * x) + powf(x, -0.3f);
  }
}
