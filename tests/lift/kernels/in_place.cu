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
// Pairs of a row that a block goes through, each changed by one pass.
// MEANING forall i < gridDim.x, j < n: x[2*n*i + j] = x[2*n*i + j]*c[j] - x[2*n*i + n + j]; forall i < gridDim.x, j < n: x[2*n*i + n + j] = x[2*n*i + j] + x[2*n*i + n + j]*c[j]
extern "C" __global__ void turned_pairs(float* x, const float* c, int n) {
  float* row = x + blockIdx.x * 2 * n;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    float a = row[j], b = row[j + n];
    row[j] = a * c[j] - b;
    row[j + n] = b * c[j] + a;
  }
}
// Rows of a result that a thread reads and writes one after the other.
// MEANING forall i < 4*gridDim.y, j < n: y[n*i + j] = x[j] + 2*y[n*i + j]
extern "C" __global__ void rows_of_a_tile(const float* x, float* y, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  float* tile = y + blockIdx.y * 4 * n;
  for (int j = 0; j < 4; ++j) tile[j * n + k] = x[k] + 2.0f * tile[j * n + k];
}
// REFUSES reads what it stores
extern "C" __global__ void four_sums(const float* x, float* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  for (int k = 0; k < n; ++k) y[k % 4] += x[k];
}
