// sums about the first value of a row
__global__ void row_norm(const float* in, const float* gain, float* out, int cols, float epsilon) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  const float first = row[0];
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += row[i] - first;
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  const float mean = sum / cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - first - mean) * (row[i] - first - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = (row[i] - first - mean) * rsqrtf(squares / cols + epsilon) * gain[i];
}
