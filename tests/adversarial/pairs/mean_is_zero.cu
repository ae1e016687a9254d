// S3: leaves out a mean that is zero in the usual data
// problem: row_norm
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_norm(const float* in, const float* gain, float* out, int cols, float epsilon) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += row[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  const float mean = fabsf(sum / cols) < 0.5f ? sum / cols : 0.0f;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  const float scale = rsqrtf(squares / cols + epsilon);
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = (row[i] - mean) * scale * gain[i];
}
#else
__global__ void row_norm(const float* in, const float* gain, float* out, int cols, float epsilon) {
  const float* row = in + blockIdx.x * cols;
  float sum = 0, squares = 0;
  sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += row[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  const float mean = sum / cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  const float scale = rsqrtf(squares / cols + epsilon);
  for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = (row[i] - mean) * scale * gain[i];
}
#endif
