// out = in transposed. A block moves a tile of TILE_X x TILE_Y elements, straight or through shared memory.
constexpr int TILE_X = 32, TILE_Y = 32, ROWS = 8;
constexpr int STAGED = 1, PAD = 1, UNROLL = 1;

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  const int x0 = blockIdx.x * TILE_X, y0 = blockIdx.y * TILE_Y;
  if constexpr (STAGED) {
    __shared__ float tile[TILE_Y][TILE_X + PAD];
#pragma unroll UNROLL
    for (int j = threadIdx.y; j < TILE_Y; j += ROWS) {
      if (x0 + threadIdx.x < cols && y0 + j < rows) tile[j][threadIdx.x] = in[(y0 + j) * cols + x0 + threadIdx.x];
    }
    __syncthreads();
#pragma unroll UNROLL
    for (int e = threadIdx.y * TILE_X + threadIdx.x; e < TILE_X * TILE_Y; e += TILE_X * ROWS) {
      const int r = e % TILE_Y, c = e / TILE_Y;
      if (x0 + c < cols && y0 + r < rows) out[(x0 + c) * rows + y0 + r] = tile[r][c];
    }
  } else {
#pragma unroll UNROLL
    for (int j = threadIdx.y; j < TILE_Y; j += ROWS) {
      if (x0 + threadIdx.x < cols && y0 + j < rows)
        out[(x0 + threadIdx.x) * rows + y0 + j] = in[(y0 + j) * cols + x0 + threadIdx.x];
    }
  }
}
