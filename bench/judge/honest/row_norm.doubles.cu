// two passes in double
__global__ void row_norm(const float* in, const float* gain, float* out, int cols, float epsilon) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  double mean = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) mean += row[i];
  for (int s = 16; s; s /= 2) mean += __shfl_xor_sync(~0u, mean, s);
  mean /= cols;
  for (int i = threadIdx.x; i < cols; i += 32) squares += (row[i] - mean) * (row[i] - mean);
  for (int s = 16; s; s /= 2) squares += __shfl_xor_sync(~0u, squares, s);
  const double scale = rsqrt(squares / cols + epsilon);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = static_cast<float>((row[i] - mean) * scale * gain[i]);
}
