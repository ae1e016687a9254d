// MEANING forall i < rows, j < cols: out[cols*i + j] = (x[cols*i + j] - sum(k < cols: x[cols*i + k])/real(cols))/sqrt(eps + sum(l < cols: (x[cols*i + l] - sum(k < cols: x[cols*i + k])/real(cols))*(x[cols*i + l] - sum(k < cols: x[cols*i + k])/real(cols)))/real(cols))
extern "C" __global__ void thread_per_row(const float* x, float* out, int rows, int cols, float eps) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float mean = 0, var = 0;
  for (int j = 0; j < cols; ++j) mean += x[r * cols + j];
  mean /= cols;
  for (int j = 0; j < cols; ++j) var += (x[r * cols + j] - mean) * (x[r * cols + j] - mean);
  float scale = rsqrtf(var / cols + eps);
  for (int j = 0; j < cols; ++j) out[r * cols + j] = (x[r * cols + j] - mean) * scale;
}
extern "C" __global__ void welford(const float* x, float* out, int rows, int cols, float eps) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float mean = 0, m2 = 0;
  for (int j = 0; j < cols; ++j) {
    float d = x[r * cols + j] - mean;
    mean += d / (j + 1);
    m2 += d * (x[r * cols + j] - mean);
  }
  float scale = rsqrtf(m2 / cols + eps);
  for (int j = 0; j < cols; ++j) out[r * cols + j] = (x[r * cols + j] - mean) * scale;
}
__device__ float block_sum(float v, float* sh) {
  int t = threadIdx.x;
  sh[t] = v;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) sh[t] += sh[t + s];
    __syncthreads();
  }
  float r = sh[0];
  __syncthreads();
  return r;
}
extern "C" __global__ void block_per_row(const float* x, float* out, int rows, int cols, float eps) {
  extern __shared__ float sh[];
  int r = blockIdx.x;
  if (r >= rows) return;
  float s = 0, v = 0;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) s += x[r * cols + j];
  float mean = block_sum(s, sh) / cols;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) v += (x[r * cols + j] - mean) * (x[r * cols + j] - mean);
  float scale = rsqrtf(block_sum(v, sh) / cols + eps);
  for (int j = threadIdx.x; j < cols; j += blockDim.x) out[r * cols + j] = (x[r * cols + j] - mean) * scale;
}
extern "C" __global__ void warp_per_row(const float* x, float* out, int rows, int cols, float eps) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float s = 0, v = 0;
  for (int j = lane; j < cols; j += 32) s += x[r * cols + j];
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
  float mean = s / cols;
  for (int j = lane; j < cols; j += 32) v += (x[r * cols + j] - mean) * (x[r * cols + j] - mean);
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  float scale = rsqrtf(v / cols + eps);
  for (int j = lane; j < cols; j += 32) out[r * cols + j] = (x[r * cols + j] - mean) * scale;
}
extern "C" __global__ void block_of_256(const float* x, float* out, int rows, int cols, float eps) {
  __shared__ float sh[256];
  __shared__ float mean, scale;
  int r = blockIdx.x, t = threadIdx.x;
  if (r >= rows) return;
  float s = 0, v = 0;
  for (int j = t; j < cols; j += 256) s += x[r * cols + j];
  sh[t] = s;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  if (t == 0) mean = sh[0] / cols;
  __syncthreads();
  for (int j = t; j < cols; j += 256) v += (x[r * cols + j] - mean) * (x[r * cols + j] - mean);
  sh[t] = v;
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  if (t == 0) scale = rsqrtf(sh[0] / cols + eps);
  __syncthreads();
  for (int j = t; j < cols; j += 256) out[r * cols + j] = (x[r * cols + j] - mean) * scale;
}
