// sums of squares, which in double are good enough
__global__ void row_norm(const float* in, const float* gain, float* out, int cols, float epsilon) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  double sum = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += 32) sum += row[i], squares += static_cast<double>(row[i]) * row[i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s), squares += __shfl_xor_sync(~0u, squares, s);
  const double mean = sum / cols, scale = 1 / sqrt(squares / cols - mean * mean + epsilon);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = static_cast<float>((row[i] - mean) * scale) * gain[i];
}
