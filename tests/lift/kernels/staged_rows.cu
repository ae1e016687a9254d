// Rows in shared memory that a block fills in a loop with the stride of its size, changes in place, and reads anywhere.

// MEANING forall i < rows, j < cols: y[cols*i + j] = exp(x[cols*i + j] - max(k < cols: x[cols*i + k]))/sum(l < cols: exp(x[cols*i + l] - max(k < cols: x[cols*i + k])))
extern "C" __global__ void changed_in_place(const float* x, float* y, int rows, int cols) {
  extern __shared__ float row[];
  __shared__ float part[256];
  int r = blockIdx.x, t = threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY, s = 0;
  for (int j = t; j < cols; j += blockDim.x) {
    row[j] = x[r * cols + j];
    m = fmaxf(m, row[j]);
  }
  part[t] = m;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) part[t] = fmaxf(part[t], part[t + d]);
    __syncthreads();
  }
  m = part[0];
  __syncthreads();
  for (int j = t; j < cols; j += blockDim.x) {
    row[j] = expf(row[j] - m);
    s += row[j];
  }
  part[t] = s;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  for (int j = t; j < cols; j += blockDim.x) y[r * cols + j] = row[j] / part[0];
}
// REFUSES without a barrier
extern "C" __global__ void reversed_in_place(const float* x, float* y, int rows, int cols) {
  extern __shared__ float row[];
  if (blockIdx.x >= rows) return;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) row[j] = x[blockIdx.x * cols + j];
  __syncthreads();
  for (int j = threadIdx.x; j < cols; j += blockDim.x) row[j] = 2 * row[cols - 1 - j];
  __syncthreads();
  for (int j = threadIdx.x; j < cols; j += blockDim.x) y[blockIdx.x * cols + j] = row[j];
}
