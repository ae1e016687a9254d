// a thread for each row, everything in double
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  if (threadIdx.x > 0) return;
  double most = row[0], sum = 0;
  for (int i = 1; i < cols; ++i) most = fmax(most, static_cast<double>(row[i]));
  for (int i = 0; i < cols; ++i) sum += exp(row[i] - most);
  for (int i = 0; i < cols; ++i) to[i] = static_cast<float>(exp(row[i] - most) / sum);
}
