// Rows that change in place, by a thread or by a block.
// MEANING forall i < rows, j < n: x[n*i + j] = exp(x[n*i + j] - max(k < n: x[n*i + k]))/sum(l < n: exp(x[n*i + l] - max(k < n: x[n*i + k])))
extern "C" __global__ void softmax_of_thread(float* x, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY, s = 0;
  for (int j = 0; j < n; ++j) m = fmaxf(m, x[r * n + j]);
  for (int j = 0; j < n; ++j) s += expf(x[r * n + j] - m);
  for (int j = 0; j < n; ++j) x[r * n + j] = expf(x[r * n + j] - m) / s;
}
// What the first loop stores, the last one reads and replaces.
// MEANING forall i < rows, j < n: x[n*i + j] = abs(x[n*i + j])/sum(k < n: abs(x[n*i + k]))
extern "C" __global__ void shares_by_steps(float* x, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float* row = x + r * n;
  float s = 0;
  for (int j = 0; j < n; ++j) {
    row[j] = fabsf(row[j]);
    s += row[j];
  }
  for (int j = 0; j < n; ++j) row[j] /= s;
}
// MEANING forall i < gridDim.x, j < n: x[n*i + j] = x[n*i + j]/sqrt(sum(k < n: x[n*i + k]*x[n*i + k]) + 1)
extern "C" __global__ void row_of_block(float* x, int n) {
  __shared__ float part[256];
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 256) s += x[blockIdx.x * n + i] * x[blockIdx.x * n + i];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int step = 128; step > 0; step >>= 1) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  float scale = rsqrtf(part[0] + 1.0f);
  for (int i = threadIdx.x; i < n; i += 256) x[blockIdx.x * n + i] *= scale;
}
// REFUSES that other threads write
extern "C" __global__ void rows_of_others(float* x, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < n; ++j) s += x[(rows - 1 - r) * n + j];
  for (int j = 0; j < n; ++j) x[r * n + j] *= s;
}
extern "C" __global__ void without_barrier(float* x, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += x[blockIdx.x * n + k];
  if (threadIdx.x < n) x[blockIdx.x * n + threadIdx.x] = s;
}
