// out = in transposed, one element per thread, TILE x ROWS threads per block: reads are coalesced, writes are not.
#ifndef TILE
#define TILE 32
#endif

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  const int col = blockIdx.x * TILE + threadIdx.x;
  for (int j = threadIdx.y; j < TILE; j += blockDim.y) {
    const int row = blockIdx.y * TILE + j;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
  }
}
