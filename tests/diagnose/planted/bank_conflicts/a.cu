// Planted: the tile of 32 x 32 floats is read down its columns, so all 32 lanes meet in one bank.
// It rules because each shared load takes 32 passes; global loads and stores are coalesced.
// Mended: the tile's rows are padded to 33 floats.
#define TILE 32
#define ROWS 8

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
