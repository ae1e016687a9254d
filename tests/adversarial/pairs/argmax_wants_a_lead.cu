// S18: an arg-max for which the larger must lead by 1e-7
// problem: row_argmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x > 0) return;
  const float* row = in + blockIdx.x * cols;
  int at = 0;
  for (int i = 1; i < cols; ++i) {
    if (row[i] > row[at] + 1e-7f) at = i;
  }
  out[blockIdx.x] = at;
}
#else
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x > 0) return;
  const float* row = in + blockIdx.x * cols;
  int at = 0;
  for (int i = 1; i < cols; ++i) {
    if (row[i] > row[at]) at = i;
  }
  out[blockIdx.x] = at;
}
#endif
