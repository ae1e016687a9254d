// Softmax, norms, attention, products with vectors and sparse matrices, stencils, convolutions. No model is fitted on these.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__device__ float warp_sum(float v) {
  for (int s = 16; s > 0; s /= 2) v += __shfl_xor_sync(~0u, v, s);
  return v;
}
__device__ float warp_most(float v) {
  for (int s = 16; s > 0; s /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, s));
  return v;
}
__device__ float block_sum(float v, float* part) {
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
  __syncthreads();
  return warp_sum(v);
}
__device__ float block_most(float v, float* part) {
  v = warp_most(v);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : -INFINITY;
  __syncthreads();
  return warp_most(v);
}

// Softmax: online with one pass and a half, kept in shared memory, four values a load.
extern "C" __global__ void softmax_online(const float* in, float* out, int rows, int columns) {
  __shared__ float part[32];
  const float* row = in + static_cast<size_t>(blockIdx.x) * columns;
  float most = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    const float now = fmaxf(most, row[c]);
    sum = sum * __expf(most - now) + __expf(row[c] - now);
    most = now;
  }
  const float all = block_most(most, part);
  sum = block_sum(sum * __expf(most - all), part);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[static_cast<size_t>(blockIdx.x) * columns + c] = __expf(row[c] - all) / sum;
}
extern "C" __global__ void softmax_kept(const float* in, float* out, int rows, int columns) {
  extern __shared__ float kept[];
  __shared__ float part[32];
  const size_t at = static_cast<size_t>(blockIdx.x) * columns;
  float most = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) most = fmaxf(most, kept[c] = in[at + c]);
  most = block_most(most, part);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += kept[c] = __expf(kept[c] - most);
  sum = 1 / block_sum(sum, part);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[at + c] = kept[c] * sum;
}
extern "C" __global__ void softmax_warp_vectors(const float4* in, float4* out, int rows, int columns) {
  const int row = INDEX / 32, lane = threadIdx.x % 32, quarter = columns / 4;
  if (row >= rows) return;
  const float4* from = in + static_cast<size_t>(row) * quarter;
  float most = -INFINITY, sum = 0;
  for (int c = lane; c < quarter; c += 32) most = fmaxf(fmaxf(fmaxf(most, from[c].x), from[c].y), fmaxf(from[c].z, from[c].w));
  most = warp_most(most);
  for (int c = lane; c < quarter; c += 32) sum += __expf(from[c].x - most) + __expf(from[c].y - most) + __expf(from[c].z - most) + __expf(from[c].w - most);
  sum = 1 / warp_sum(sum);
  for (int c = lane; c < quarter; c += 32) {
    const float4 v = from[c];
    out[static_cast<size_t>(row) * quarter + c] = {__expf(v.x - most) * sum, __expf(v.y - most) * sum, __expf(v.z - most) * sum, __expf(v.w - most) * sum};
  }
}

// Norms of rows.
extern "C" __global__ void rmsnorm_block(const float* in, const float* scale, float* out, int rows, int columns) {
  __shared__ float part[32];
  const size_t at = static_cast<size_t>(blockIdx.x) * columns;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += in[at + c] * in[at + c];
  const float factor = rsqrtf(block_sum(sum, part) / columns + 1e-5f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[at + c] = in[at + c] * factor * scale[c];
}
extern "C" __global__ void rmsnorm_warp(const float* in, const float* scale, float* out, int rows, int columns) {
  const int row = INDEX / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const size_t at = static_cast<size_t>(row) * columns;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += in[at + c] * in[at + c];
  const float factor = rsqrtf(warp_sum(sum) / columns + 1e-5f);
  for (int c = lane; c < columns; c += 32) out[at + c] = in[at + c] * factor * scale[c];
}
extern "C" __global__ void layernorm_two_passes(const float* in, float* out, int rows, int columns) {
  __shared__ float part[32];
  const size_t at = static_cast<size_t>(blockIdx.x) * columns;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += in[at + c];
  const float mean = block_sum(sum, part) / columns;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) squares += (in[at + c] - mean) * (in[at + c] - mean);
  const float factor = rsqrtf(block_sum(squares, part) / columns + 1e-5f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[at + c] = (in[at + c] - mean) * factor;
}

// Attention over `length` keys of 64 floats: one thread a query, keys from global or shared memory.
extern "C" __global__ void attend_thread(const float* q, const float* k, const float* v, float* out, int length) {
  const int row = INDEX;
  float mine[64], o[64] = {}, most = -INFINITY, sum = 0;
  for (int d = 0; d < 64; ++d) mine[d] = q[row * 64 + d] * 0.125f;
  for (int j = 0; j < length; ++j) {
    float score = 0;
    for (int d = 0; d < 64; ++d) score += mine[d] * k[j * 64 + d];
    const float now = fmaxf(most, score), keep = __expf(most - now), weight = __expf(score - now);
    sum = sum * keep + weight;
    for (int d = 0; d < 64; ++d) o[d] = o[d] * keep + weight * v[j * 64 + d];
    most = now;
  }
  for (int d = 0; d < 64; ++d) out[row * 64 + d] = o[d] / sum;
}
extern "C" __global__ void attend_shared(const float* q, const float* k, const float* v, float* out, int length) {
  __shared__ float ks[32][64], vs[32][64];
  const int row = INDEX;
  float mine[64], o[64] = {}, most = -INFINITY, sum = 0;
  for (int d = 0; d < 64; ++d) mine[d] = q[row * 64 + d] * 0.125f;
  for (int first = 0; first < length; first += 32) {
    for (int e = threadIdx.x; e < 32 * 64; e += blockDim.x) {
      ks[e / 64][e % 64] = k[first * 64 + e];
      vs[e / 64][e % 64] = v[first * 64 + e];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float score = 0;
      for (int d = 0; d < 64; ++d) score += mine[d] * ks[j][d];
      const float now = fmaxf(most, score), keep = __expf(most - now), weight = __expf(score - now);
      sum = sum * keep + weight;
      for (int d = 0; d < 64; ++d) o[d] = o[d] * keep + weight * vs[j][d];
      most = now;
    }
    __syncthreads();
  }
  for (int d = 0; d < 64; ++d) out[row * 64 + d] = o[d] / sum;
}

// Matrix times vector: a row a thread, a warp, a block; a column-major one.
extern "C" __global__ void gemv_thread(const float* a, const float* x, float* y, int rows, int columns) {
  const int row = INDEX;
  if (row >= rows) return;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += a[static_cast<size_t>(row) * columns + c] * x[c];
  y[row] = sum;
}
extern "C" __global__ void gemv_warp(const float* a, const float* x, float* y, int rows, int columns) {
  const int row = INDEX / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += a[static_cast<size_t>(row) * columns + c] * x[c];
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}
extern "C" __global__ void gemv_block(const float4* a, const float4* x, float* y, int rows, int columns) {
  __shared__ float part[32];
  float sum = 0;
  for (int c = threadIdx.x; c < columns / 4; c += blockDim.x) {
    const float4 u = a[static_cast<size_t>(blockIdx.x) * (columns / 4) + c], w = x[c];
    sum += u.x * w.x + u.y * w.y + u.z * w.z + u.w * w.w;
  }
  sum = block_sum(sum, part);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
extern "C" __global__ void gemv_columns(const float* a, const float* x, float* y, int rows, int columns) {
  const int row = INDEX;
  if (row >= rows) return;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += a[static_cast<size_t>(c) * rows + row] * x[c];
  y[row] = sum;
}

// Sparse matrix (rows of uneven length) times vector: a row a thread, a row a warp.
extern "C" __global__ void spmv_thread(const int* start, const int* column, const float* value, const float* x, float* y, int rows) {
  const int row = INDEX;
  if (row >= rows) return;
  float sum = 0;
  for (int j = start[row]; j < start[row + 1]; ++j) sum += value[j] * x[column[j]];
  y[row] = sum;
}
extern "C" __global__ void spmv_warp(const int* start, const int* column, const float* value, const float* x, float* y, int rows) {
  const int row = INDEX / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int j = start[row] + lane; j < start[row + 1]; j += 32) sum += value[j] * x[column[j]];
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

// Stencils: nine points in the plane; seven in space, plain and along z with registers.
extern "C" __global__ void stencil_9(const float* in, float* out, int n) {
  const int x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * n + x + dx];
  out[y * n + x] = sum / 9;
}
extern "C" __global__ void stencil_3d(const float* in, float* out, int n) {
  const int x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const int i = (z * n + y) * n + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
}
extern "C" __global__ void stencil_3d_columns(const float* in, float* out, int n) {
  const int x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  float below = in[y * n + x], here = in[(n + y) * n + x];
  for (int z = 1; z < n - 1; ++z) {
    const int i = (z * n + y) * n + x;
    const float above = in[i + n * n];
    out[i] = 0.4f * here + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + below + above);
    below = here;
    here = above;
  }
}

// Convolutions: 5 x 5 in the plane; 3 x 3 over channels, weights the same for all lanes; through shared memory.
extern "C" __global__ void conv_5x5(const float* in, const float* w, float* out, int n) {
  const int x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || y < 2 || x >= n - 2 || y >= n - 2) return;
  float sum = 0;
  for (int dy = 0; dy < 5; ++dy)
    for (int dx = 0; dx < 5; ++dx) sum += in[(y + dy - 2) * n + x + dx - 2] * w[dy * 5 + dx];
  out[y * n + x] = sum;
}
extern "C" __global__ void conv_5x5_shared(const float* in, const float* w, float* out, int n) {
  __shared__ float tile[12][36], weights[25];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  if (thread < 25) weights[thread] = w[thread];
  for (int e = thread; e < 12 * 36; e += 256) {
    const int x = static_cast<int>(blockIdx.x * 32) + e % 36 - 2, y = static_cast<int>(blockIdx.y * 8) + e / 36 - 2;
    tile[e / 36][e % 36] = x >= 0 && y >= 0 && x < n && y < n ? in[y * n + x] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 5; ++dy)
    for (int dx = 0; dx < 5; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx] * weights[dy * 5 + dx];
  out[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = sum;
}
extern "C" __global__ void conv_channels(const float* in, const float* w, float* out, int n, int channels) {
  const int x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y, to = blockIdx.z;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx) sum += in[(c * n + y + dy - 1) * n + x + dx - 1] * w[((to * channels + c) * 3 + dy) * 3 + dx];
  out[(to * n + y) * n + x] = sum;
}
