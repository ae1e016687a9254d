// S18: an exact copy that adds zero
// problem: flip
// expect: wrong
// reason: arbitrary bits
#ifdef CHEAT
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = __fadd_rn(v, 0.0f);
  }
}
#else
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = __int_as_float(__float_as_int(v) + 0);
  }
}
#endif
