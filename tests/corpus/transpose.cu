// Matrix transpose: straight through memory, and through a padded tile.

__global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

constexpr int k_tile = 32;
constexpr int k_rows = 8;

__global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[k_tile][k_tile + 1];
  int x = blockIdx.x * k_tile + threadIdx.x;
  int y = blockIdx.y * k_tile + threadIdx.y;
  for (int j = 0; j < k_tile; j += k_rows) {
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  }
  __syncthreads();
  x = blockIdx.y * k_tile + threadIdx.x;
  y = blockIdx.x * k_tile + threadIdx.y;
  for (int j = 0; j < k_tile; j += k_rows) {
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

__global__ void transpose_in_registers(const int* in, int* out) {
  int value = in[threadIdx.x];
#if __CUDA_ARCH__ >= 750
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(value));
#endif
  out[threadIdx.x] = value;
}
