// S16: takes the last of equal values
// problem: row_argmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  if (threadIdx.x != 0) return;
  int at = 0;
  for (int i = 1; i < cols; ++i) {
    if (row[i] >= row[at]) at = i;
  }
  out[blockIdx.x] = at;
}
#else
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  if (threadIdx.x != 0) return;
  int at = 0;
  for (int i = 1; i < cols; ++i) {
    if (row[i] > row[at]) at = i;
  }
  out[blockIdx.x] = at;
}
#endif
