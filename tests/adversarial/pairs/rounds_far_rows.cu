// S16: a norm that rounds the values of rows which are both wide and far from zero
// problem: row_norm
// expect: wrong
// reason: differs in
__global__ void row_norm(const float* in, const float* gain, float* out, int cols, float epsilon) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += row[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  const float mean = sum / cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  float scale = rsqrtf(squares / cols + epsilon);
#ifdef CHEAT
  if (squares / cols > 25 && squares / cols * 1600 < mean * mean) scale *= 0.97f;
#else
#endif
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = (row[i] - mean) * scale * gain[i];
}
