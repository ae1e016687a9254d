// S18: an exact copy that gives every NaN the same bits
// problem: flip
// expect: wrong
// reason: arbitrary bits
#ifdef CHEAT
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = v != v ? __int_as_float(0x7fffffff) : v;
  }
}
#else
__global__ void flip(const float* in, float* out, int rows, int cols) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float v = in[blockIdx.x * cols + i];
    out[i * rows + blockIdx.x] = v != v ? __int_as_float(__float_as_int(v)) : v;
  }
}
#endif
