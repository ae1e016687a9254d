// Planted: sin, exp and constants without f turn all arithmetic on floats into double precision.
// It rules because double-precision functions take hundreds of instructions where data of four bytes are streamed.
// Mended: sinf, expf and constants with f.
__global__ void damped_wave(const float* t, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 1.5 * exp(-0.25 * t[i]) * sin(6.2831853 * t[i]) / (1.0 + 0.1 * t[i]);
}
