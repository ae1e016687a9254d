// What a thread stored before, it may read again: in the same element of a row that it strides over.
// MEANING forall i < gridDim.x, j < n: y[n*i + j] = exp(x[n*i + j] - max(k < n: x[n*i + k]))/sum(l < n: exp(x[n*i + l] - max(k < n: x[n*i + k])))
extern "C" __global__ void softmax_of_block(const float* x, float* y, int n) {
  __shared__ float part[256];
  const float* row = x + blockIdx.x * n;
  float* to = y + blockIdx.x * n;
  float m = -1e30f;
  for (int i = threadIdx.x; i < n; i += 256) m = fmaxf(m, row[i]);
  part[threadIdx.x] = m;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
    __syncthreads();
  }
  m = part[0];
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    to[i] = expf(row[i] - m);
    sum += to[i];
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += 256) to[i] /= part[0];
}
// MEANING forall i < rows, j < n: y[n*i + j] = exp(x[n*i + j])/sum(k < n: exp(x[n*i + k]))
extern "C" __global__ void shares_of_warp(const float* x, float* y, int rows, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  for (int i = lane; i < n; i += 32) y[row * n + i] = expf(x[row * n + i]);
  float sum = 0;
  for (int i = lane; i < n; i += 32) sum += y[row * n + i];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(~0u, sum, o);
  for (int i = lane; i < n; i += 32) y[row * n + i] = y[row * n + i] / sum;
}
// REFUSES may read what the thread stored before
extern "C" __global__ void neighbour_of_stored(const float* x, float* y, float* z, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) z[i] = y[i + 1];
}
