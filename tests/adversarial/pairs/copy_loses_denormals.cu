// S18: an exact copy that loses what is below 1e-30
// problem: flip
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = fabsf(v) < 1e-30f ? 0.0f : v;
  }
}
#else
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = fabsf(v) < 1e-30f ? v : __int_as_float(__float_as_int(v));
  }
}
#endif
