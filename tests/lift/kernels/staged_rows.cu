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
// MEANING forall i < 4*gridDim.x, j < 4: o[4*i + j] = sum(l < n: q[i]*k[j + 4*l])
// SAME 2: one more tile of zeros; an element of the next row, which only running tells
extern "C" __global__ void tile_and_local_result(const float* q, const float* k, float* o, int n) {
  __shared__ float tile[4 * 4];
  int t = threadIdx.x, i = blockIdx.x * 4 + t;
  float result[4];
  for (int x = 0; x < 4; x++) result[x] = 0;
  for (int first = 0; first < n; first += 4) {
    for (int x = 0; x < 4; x++) tile[t * 4 + x] = first + t < n ? k[(first + t) * 4 + x] : 0;
    __syncthreads();
    for (int j = 0; j < 4; j++)
      for (int x = 0; x < 4; x++) result[x] += q[i] * tile[j * 4 + x];
    __syncthreads();
  }
  for (int x = 0; x < 4; x++) o[i * 4 + x] = result[x];
}
