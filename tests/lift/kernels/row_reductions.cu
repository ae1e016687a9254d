// MEANING forall i < rows: out[i] = sum(k < cols: x[cols*i + k])
extern "C" __global__ void block_tree(const float* x, float* out, int rows, int cols) {
  extern __shared__ float sh[];
  int r = blockIdx.x, t = threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = t; j < cols; j += blockDim.x) s += x[r * cols + j];
  sh[t] = s;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  if (t == 0) out[r] = sh[0];
}
extern "C" __global__ void warp_per_row(const float* x, float* out, int rows, int cols) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= rows) return;
  float s = 0;
  for (int j = lane; j < cols; j += 32) s += x[warp * cols + j];
  for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
  if (lane == 0) out[warp] = s;
}
extern "C" __global__ void warp_butterfly(const float* x, float* out, int rows, int cols) {
  int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  if (row < rows) {
    float s = 0;
    for (int j = lane; j < cols; j += 32) s += x[(size_t)row * cols + j];
    s += __shfl_xor_sync(~0u, s, 1);
    s += __shfl_xor_sync(~0u, s, 2);
    s += __shfl_xor_sync(~0u, s, 4);
    s += __shfl_xor_sync(~0u, s, 8);
    s += __shfl_xor_sync(~0u, s, 16);
    if (lane == 0) out[row] = s;
  }
}
extern "C" __global__ void block_of_warps(const float* x, float* out, int rows, int cols) {
  __shared__ float part[32];
  int row = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (row >= rows) return;
  float s = 0;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) s += x[row * cols + j];
  for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(~0u, s, o);
  if (lane == 0) part[warp] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    float total = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) total += part[w];
    out[row] = total;
  }
}
// MEANING forall i < rows: out[i] = max(k < cols: x[cols*i + k])
extern "C" __global__ void max_tree(const float* x, float* out, int rows, int cols) {
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
  if (t == 0) out[r] = sh[0];
}
extern "C" __global__ void max_tree_by_test(const float* x, float* out, int rows, int cols) {
  extern __shared__ float sh[];
  int r = blockIdx.x, t = threadIdx.x;
  if (r >= rows) return;
  float m = -1e30f;
  for (int j = t; j < cols; j += blockDim.x) m = x[r * cols + j] > m ? x[r * cols + j] : m;
  sh[t] = m;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d && sh[t + d] > sh[t]) sh[t] = sh[t + d];
    __syncthreads();
  }
  if (t == 0) out[r] = sh[0];
}
extern "C" __global__ void max_warp(const float* x, float* out, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float m = -INFINITY;
  for (int j = lane; j < cols; j += 32) m = fmaxf(m, x[row * cols + j]);
  for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
  if (lane == 0) out[row] = m;
}
// An unsigned distance: the compiler carries twice of it.
// MEANING forall i < gridDim.x: y[i] = sum(k < offsets[i + 1] - offsets[i]: x[k + offsets[i]])
extern "C" __global__ void segment_of_block(const double* __restrict__ x, const int* __restrict__ offsets,
                                            double* __restrict__ y) {
  __shared__ double part[128];
  double s = 0;
  for (int i = offsets[blockIdx.x] + threadIdx.x; i < offsets[blockIdx.x + 1]; i += blockDim.x) s += x[i];
  part[threadIdx.x] = s;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
