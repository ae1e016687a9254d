// A sparse matrix by rows of one length, a thread a row: neighbouring lanes read a row apart, and gather x at random.
__global__ void sparse_rows(const int* columns, const float* values, const float* x, float* y, int rows, int length) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += values[r * length + i] * x[columns[r * length + i]];
  y[r] = sum;
}
