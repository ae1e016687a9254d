// S18: an exact copy cut to a half's range
// problem: flip
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = fabsf(v) > 65504.0f ? copysignf(65504.0f, v) : v;
  }
}
#else
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = fabsf(v) > 65504.0f ? __uint_as_float(__float_as_uint(v)) : v;
  }
}
#endif
