// The kernel of a.cu with coalesced stores: tiles are turned in shared memory.
#define TILE 32
#define ROWS 8

__global__ void scatter_columns(const float* src, float* dst, int h, int w) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (x < w && y + i < h) tile[threadIdx.y + i][threadIdx.x] = src[(size_t)(y + i) * w + x] + 1.0f;
  __syncthreads();
  int to = blockIdx.y * TILE + threadIdx.x;
  int line = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (to < h && line + i < w) dst[(size_t)(line + i) * h + to] = tile[threadIdx.x][threadIdx.y + i];
}
