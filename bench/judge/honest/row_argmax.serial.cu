// one thread a row
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  if (threadIdx.x > 0) return;
  int at = 0;
  for (int i = 1; i < cols; ++i) at = row[i] > row[at] ? i : at;
  out[blockIdx.x] = at;
}
