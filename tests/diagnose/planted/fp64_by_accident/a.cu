// Planted: sin, cos, exp, log and constants without f turn all arithmetic on floats into double precision.
// It rules because double-precision functions take hundreds of instructions where data of four bytes are streamed.
// Mended: sinf, cosf, expf, logf and constants with f.
__global__ void damped_wave(const float* t, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = t[i];
    y[i] =
        1.5 * exp(-0.25 * x) * sin(6.2831853 * x) / (1.0 + 0.1 * x) + cos(1.7 * x) * log(1.0 + x) + 0.5 * exp(-x * 0.1);
  }
}
