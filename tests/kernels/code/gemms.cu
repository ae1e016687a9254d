// C = A B in single precision; sizes are those the tile divides, unless a kernel checks.

// Neighbouring threads take neighbouring rows: every load of A and store of C is spread out.
__global__ void gemm_uncoalesced(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

// Tiles of 16; each thread four outputs of a column.
__global__ void gemm_coarse(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[64][16], tile_b[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 64 + ty, col = blockIdx.x * 16 + tx;
  float sum[4] = {};
  for (int t = 0; t < k; t += 16) {
    for (int j = 0; j < 4; ++j) tile_a[ty + 16 * j][tx] = a[(row + 16 * j) * k + t + tx];
    tile_b[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) {
      const float right = tile_b[i][tx];
      for (int j = 0; j < 4; ++j) sum[j] += tile_a[ty + 16 * j][i] * right;
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j) c[(row + 16 * j) * n + col] = sum[j];
}

// 64x64 a block of 256, 4x4 a thread, float4 loads; the next tile waits in registers.
__global__ void __launch_bounds__(256) gemm_double_buffer(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[2][16][64], tile_b[2][16][64];
  const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
  const int a_row = t >> 2, a_col = (t & 3) * 4, b_row = t >> 4, b_col = (t & 15) * 4;
  const float* from_a = a + (blockIdx.y * 64 + a_row) * k + a_col;
  const float* from_b = b + b_row * n + blockIdx.x * 64 + b_col;
  float sum[4][4] = {};
  float4 next_a = *reinterpret_cast<const float4*>(from_a), next_b = *reinterpret_cast<const float4*>(from_b);
  for (int at = 0, stage = 0; at < k; at += 16, stage ^= 1) {
    tile_a[stage][a_col][a_row] = next_a.x, tile_a[stage][a_col + 1][a_row] = next_a.y;
    tile_a[stage][a_col + 2][a_row] = next_a.z, tile_a[stage][a_col + 3][a_row] = next_a.w;
    *reinterpret_cast<float4*>(&tile_b[stage][b_row][b_col]) = next_b;
    __syncthreads();
    if (at + 16 < k) {
      next_a = *reinterpret_cast<const float4*>(from_a + at + 16);
      next_b = *reinterpret_cast<const float4*>(from_b + (at + 16) * n);
    }
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      const float4 left = *reinterpret_cast<const float4*>(&tile_a[stage][i][ty * 4]);
      const float4 right = *reinterpret_cast<const float4*>(&tile_b[stage][i][tx * 4]);
      const float l[4] = {left.x, left.y, left.z, left.w}, r[4] = {right.x, right.y, right.z, right.w};
#pragma unroll
      for (int y = 0; y < 4; ++y) {
#pragma unroll
        for (int x = 0; x < 4; ++x) sum[y][x] += l[y] * r[x];
      }
    }
  }
  for (int y = 0; y < 4; ++y) {
    *reinterpret_cast<float4*>(&c[(blockIdx.y * 64 + ty * 4 + y) * n + blockIdx.x * 64 + tx * 4]) =
        make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
  }
}

// Each block of the third dimension takes a slice of k and adds its part.
__global__ void gemm_split_k(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[16][17], tile_b[16][17];
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  const int slice = (k + gridDim.z - 1) / gridDim.z, first = blockIdx.z * slice, end = min(k, first + slice);
  float sum = 0.0f;
  for (int t = first; t < end; t += 16) {
    const int x = t + threadIdx.x, y = t + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < m && x < end ? a[row * k + x] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = y < end && col < n ? b[y * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum = fmaf(tile_a[threadIdx.y][i], tile_b[i][threadIdx.x], sum);
    __syncthreads();
  }
  if (row < m && col < n) atomicAdd(&c[row * n + col], sum);
}

// B is given transposed; a warp a row of C.
__global__ void gemm_dot_rows(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x, lane = threadIdx.x & 31;
  for (int col = threadIdx.x >> 5; col < n; col += blockDim.x >> 5) {
    float sum = 0.0f;
    for (int i = lane; i < k; i += 32) sum += a[row * k + i] * b[col * k + i];
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (lane == 0) c[row * n + col] = sum;
  }
}

// One small product a block, whole matrices in shared memory.
__global__ void gemm_batched(const double* a, const double* b, double* c, int size) {
  extern __shared__ double box[];
  double *left = box, *right = box + size * size;
  const int all = size * size;
  for (int i = threadIdx.x; i < all; i += blockDim.x) left[i] = a[blockIdx.x * all + i], right[i] = b[blockIdx.x * all + i];
  __syncthreads();
  for (int i = threadIdx.x; i < all; i += blockDim.x) {
    double sum = 0.0;
    for (int j = 0; j < size; ++j) sum += left[i / size * size + j] * right[j * size + i % size];
    c[blockIdx.x * all + i] = sum;
  }
}

// y = A x, one thread a row, and one column of threads a row with shared partial sums.
__global__ void gemv_thread(const float* a, const float* x, float* y, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c) sum += a[row * cols + c] * x[c];
  y[row] = sum;
}

__global__ void gemv_block(const float* a, const float* x, float* y, int rows, int cols) {
  __shared__ float box[128];
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 128) sum += a[blockIdx.x * cols + c] * x[c];
  box[threadIdx.x] = sum;
  for (int stride = 64; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) box[threadIdx.x] += box[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) y[blockIdx.x] = box[0];
}

// Outer product and a rank-one update as LU takes it: rows below `step` lose their multiple of the pivot's.
__global__ void lu_step(float* a, int n, int step) {
  const int col = step + 1 + blockIdx.x * blockDim.x + threadIdx.x, row = step + 1 + blockIdx.y;
  const float factor = a[row * n + step] / a[step * n + step];
  if (col < n) a[row * n + col] -= factor * a[step * n + col];
}
