/* whet
[[launch]]
entry = "transpose"
args = ["in", "out", "rows", "cols"]
grid = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
block = [32, 8]
*/
// out = in transposed through a tile in shared memory, so that reads and writes are both coalesced; four elements a thread.

__device__ float read(const float* from) {
  return *from;
}

__device__ void write(float* to, float value) {
  *to = value;
}

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int row = blockIdx.y * 32 + j;
    if (row < rows && col < cols) tile[j][threadIdx.x] = read(in + static_cast<size_t>(row) * cols + col);
  }
  __syncthreads();
  const int out_col = blockIdx.y * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) {
    const int out_row = blockIdx.x * 32 + j;
    if (out_row < cols && out_col < rows) write(out + static_cast<size_t>(out_row) * rows + out_col, tile[threadIdx.x][j]);
  }
}
