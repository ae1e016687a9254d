// S18: an arg-max that starts at -1e30
// problem: row_argmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x > 0) return;
  const float* row = in + blockIdx.x * cols;
  float most = -1e30f;
  int at = 0;
  for (int i = 0; i < cols; ++i) {
    if (row[i] > most) most = row[i], at = i;
  }
  out[blockIdx.x] = at;
}
#else
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x > 0) return;
  const float* row = in + blockIdx.x * cols;
  float most = row[0];
  int at = 0;
  for (int i = 1; i < cols; ++i) {
    if (row[i] > most) most = row[i], at = i;
  }
  out[blockIdx.x] = at;
}
#endif
