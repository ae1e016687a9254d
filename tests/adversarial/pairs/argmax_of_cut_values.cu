// S18: an arg-max that looks at twenty of the 24 digits
// problem: row_argmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x > 0) return;
  const float* row = in + blockIdx.x * cols;
  int at = 0;
  for (int i = 1; i < cols; ++i) {
    if (__int_as_float(__float_as_int(row[i]) & 0xfffffff0) > __int_as_float(__float_as_int(row[at]) & 0xfffffff0)) at = i;
  }
  out[blockIdx.x] = at;
}
#else
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x > 0) return;
  const float* row = in + blockIdx.x * cols;
  int at = cols - 1;
  for (int i = cols - 2; i >= 0; --i) {
    if (row[i] >= row[at]) at = i;
  }
  out[blockIdx.x] = at;
}
#endif
