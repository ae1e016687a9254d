// MEANING forall i < rows, j < cols: y[cols*i + j] = exp(x[cols*i + j] - max(k < cols: x[cols*i + k]))/sum(l < cols: exp(x[cols*i + l] - max(k < cols: x[cols*i + k])))
extern "C" __global__ void thread_per_row(const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* in = x + r * cols;
  float m = -INFINITY, s = 0;
  for (int j = 0; j < cols; ++j) m = fmaxf(m, in[j]);
  for (int j = 0; j < cols; ++j) s += expf(in[j] - m);
  for (int j = 0; j < cols; ++j) y[r * cols + j] = expf(in[j] - m) / s;
}
extern "C" __global__ void thread_per_element(const float* x, float* y, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows || c >= cols) return;
  float m = -INFINITY, s = 0;
  for (int j = 0; j < cols; ++j) m = max(m, x[r * cols + j]);
  for (int j = 0; j < cols; ++j) s += expf(x[r * cols + j] - m);
  y[r * cols + c] = expf(x[r * cols + c] - m) / s;
}
