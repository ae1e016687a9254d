// MEANING forall i < rows: out[i] = sum(k < cols: x[cols*i + k])
extern "C" __global__ void plain(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int j = 0; j < cols; ++j) s += x[r * cols + j];
    out[r] = s;
  }
}
extern "C" __global__ void pointer(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = x + (size_t)r * cols;
  float s = 0;
  for (int j = 0; j < cols; ++j) s += row[j];
  out[r] = s;
}
extern "C" __global__ void running_pointer(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* p = x + (size_t)r * cols;
  float s = 0;
  for (int j = 0; j < cols; ++j) s += *p++;
  out[r] = s;
}
extern "C" __global__ void down(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = cols - 1; j >= 0; --j) s = x[r * cols + j] + s;
  out[r] = s;
}
extern "C" __global__ void strided(const float* x, float* out, unsigned rows, unsigned cols) {
  for (unsigned r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float s = 0;
    for (unsigned j = 0; j < cols; j++) s += x[r * cols + j];
    out[r] = s;
  }
}
extern "C" __global__ void unrolled(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = x + r * cols;
  float s = 0;
  int j = 0;
  for (; j + 3 < cols; j += 4) s += row[j] + row[j + 1] + row[j + 2] + row[j + 3];
  for (; j < cols; ++j) s += row[j];
  out[r] = s;
}
extern "C" __global__ void four_sums(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = x + r * cols;
  float a = 0, b = 0, c = 0, d = 0;
  int j = 0;
  for (; j + 3 < cols; j += 4) {
    a += row[j];
    b += row[j + 1];
    c += row[j + 2];
    d += row[j + 3];
  }
  for (; j < cols; ++j) a += row[j];
  out[r] = (a + b) + (c + d);
}
extern "C" __global__ void unequal(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j != cols; ++j) s += x[r * cols + j];
  out[r] = s;
}
// MEANING forall i < rows: out[i] = sum(k < 16: x[16*i + k])
extern "C" __global__ void constant(const float* x, float* out, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
#pragma unroll
  for (int j = 0; j < 16; ++j) s += x[r * 16 + j];
  out[r] = s;
}
// MEANING forall i < rows: out[i] = float(sum(k < cols: x[cols*i + k]))
extern "C" __global__ void in_double(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double s = 0;
  for (int j = 0; j < cols; ++j) s += x[r * cols + j];
  out[r] = s;
}
// MEANING forall i < rows: out[i] = sum(k < cols: 1 < x[cols*i + k] ? x[cols*i + k] : 0)
extern "C" __global__ void above_one(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] > 1) s += x[r * cols + j];
  }
  out[r] = s;
}
// A block has a warp along x for each of its rows.
// MEANING forall i < rows: out[i] = sum(k < cols: x[cols*i + k])
extern "C" __global__ void warp_along_x(const float* x, float* out, int rows, int cols) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float s = 0;
  for (int k = lane; k < cols; k += 32) s += x[row * cols + k];
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  if (lane == 0) out[row] = s;
}
// Warps of a block, counted as if the last might not be whole.
// MEANING forall i < gridDim.x: out[i] = sum(k < cols: x[cols*i + k])
extern "C" __global__ void warps_rounded_up(const float* x, float* out, int cols) {
  __shared__ float part[32];
  float s = 0;
  for (int k = threadIdx.x; k < cols; k += blockDim.x) s += x[blockIdx.x * cols + k];
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  s = threadIdx.x < (blockDim.x + warpSize - 1) / warpSize ? part[threadIdx.x] : 0.0f;
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
