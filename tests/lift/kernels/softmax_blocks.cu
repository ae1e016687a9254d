// MEANING forall i < rows, j < cols: out[cols*i + j] = exp(x[cols*i + j] - max(k < cols: x[cols*i + k]))/sum(l < cols: exp(x[cols*i + l] - max(k < cols: x[cols*i + k])))
extern "C" __global__ void block_per_row(const float* x, float* out, int rows, int cols) {
  extern __shared__ float sh[];
  int r = blockIdx.x, t = threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY;
  for (int j = t; j < cols; j += blockDim.x) m = fmaxf(m, x[r * cols + j]);
  sh[t] = m;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) sh[t] = fmaxf(sh[t], sh[t + d]);
    __syncthreads();
  }
  m = sh[0];
  __syncthreads();
  float s = 0;
  for (int j = t; j < cols; j += blockDim.x) s += expf(x[r * cols + j] - m);
  sh[t] = s;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  s = sh[0];
  for (int j = t; j < cols; j += blockDim.x) out[r * cols + j] = expf(x[r * cols + j] - m) / s;
}
extern "C" __global__ void warp_per_row(const float* x, float* out, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float m = -INFINITY, s = 0;
  for (int j = lane; j < cols; j += 32) m = fmaxf(m, x[row * cols + j]);
  for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  for (int j = lane; j < cols; j += 32) s += expf(x[row * cols + j] - m);
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
  for (int j = lane; j < cols; j += 32) out[row * cols + j] = expf(x[row * cols + j] - m) / s;
}
extern "C" __global__ void online(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY, s = 0;
  for (int j = 0; j < cols; ++j) {
    float next = fmaxf(m, x[r * cols + j]);
    s = s * expf(m - next) + expf(x[r * cols + j] - next);
    m = next;
  }
  for (int j = 0; j < cols; ++j) out[r * cols + j] = expf(x[r * cols + j] - m) / s;
}
__device__ float max_of_block(float v, float* part) {
  for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : -INFINITY;
  for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  __syncthreads();
  return v;
}
__device__ float sum_of_block(float v, float* part) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  __syncthreads();
  return v;
}
extern "C" __global__ void block_of_warps(const float* x, float* out, int rows, int cols) {
  __shared__ float part[32];
  const float* row = x + blockIdx.x * cols;
  if (blockIdx.x >= rows) return;
  float m = -INFINITY, s = 0;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) m = fmaxf(m, row[j]);
  m = max_of_block(m, part);
  for (int j = threadIdx.x; j < cols; j += blockDim.x) s += expf(row[j] - m);
  s = sum_of_block(s, part);
  for (int j = threadIdx.x; j < cols; j += blockDim.x) out[blockIdx.x * cols + j] = expf(row[j] - m) / s;
}
