// The kernel of a.cu with coalesced loads: tiles go through shared memory.
#define TILE 32
#define ROWS 8

__global__ void turn_and_scale(const float* in, float* out, int rows, int cols, float factor) {
  __shared__ float tile[TILE][TILE + 1];
  int c = blockIdx.x * TILE + threadIdx.x;
  int r = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (c < cols && r + i < rows) tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(r + i) * cols + c];
  __syncthreads();
  int to = blockIdx.y * TILE + threadIdx.x;
  int line = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    if (to < rows && line + i < cols) out[(size_t)(line + i) * rows + to] = factor * tile[threadIdx.x][threadIdx.y + i];
}
