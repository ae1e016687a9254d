// Matrix transpose in ways that differ in how they meet memory.

constexpr int k_tile = 32, k_rows = 8;

// Neighbours write side by side and read far apart.
__global__ void transpose_gather(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = in[x * cols + y];
}

// Columns of the tile lie in one bank.
__global__ void transpose_conflicts(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[k_tile][k_tile];
  int x = blockIdx.x * k_tile + threadIdx.x, y = blockIdx.y * k_tile + threadIdx.y;
  for (int j = 0; j < k_tile; j += k_rows) {
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  }
  __syncthreads();
  x = blockIdx.y * k_tile + threadIdx.x, y = blockIdx.x * k_tile + threadIdx.y;
  for (int j = 0; j < k_tile; j += k_rows) {
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

// No padding: the column is turned by the row.
__global__ void transpose_swizzled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[k_tile][k_tile];
  int x = blockIdx.x * k_tile + threadIdx.x, y = blockIdx.y * k_tile + threadIdx.y;
  for (int j = 0; j < k_tile; j += k_rows) {
    const int row = threadIdx.y + j;
    if (x < cols && y + j < rows) tile[row][threadIdx.x ^ row] = in[(y + j) * cols + x];
  }
  __syncthreads();
  x = blockIdx.y * k_tile + threadIdx.x, y = blockIdx.x * k_tile + threadIdx.y;
  for (int j = 0; j < k_tile; j += k_rows) {
    const int col = threadIdx.y + j;
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][col ^ threadIdx.x];
  }
}

// Four by four in registers; rows and cols are multiples of four.
__global__ void transpose_registers(const float4* in, float4* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (4 * x >= cols || 4 * y >= rows) return;
  float v[4][4];
  for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(v[i]) = in[(4 * y + i) * (cols / 4) + x];
  for (int i = 0; i < 4; ++i) out[(4 * x + i) * (rows / 4) + y] = make_float4(v[0][i], v[1][i], v[2][i], v[3][i]);
}
