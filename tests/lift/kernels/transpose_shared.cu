// MEANING forall i < cols, j < rows: out[rows*i + j] = in[cols*j + i]
// SAME 2: more is loaded than is stored
extern "C" __global__ void square(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
// SAME 5: four load more than is stored; the fifth stores one row of the tile only, which is not told apart yet
extern "C" __global__ void rows_of_eight(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}
// SAME 2: more is loaded than is stored
extern "C" __global__ void flat_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[16 * 17];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  if (x < cols && y < rows) tile[ty * 17 + tx] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * 16 + tx, y = blockIdx.x * 16 + ty;
  if (x < rows && y < cols) out[y * rows + x] = tile[tx * 17 + ty];
}
// SAME 4: more is loaded than is stored
extern "C" __global__ void written_out(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
  if (x < cols && y + 16 < rows) tile[threadIdx.y + 16][threadIdx.x] = in[(y + 16) * cols + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
  if (x < rows && y + 16 < cols) out[(y + 16) * rows + x] = tile[threadIdx.x][threadIdx.y + 16];
}
// SAME 2: more is loaded than is stored
extern "C" __global__ void stored_transposed(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < cols && y < rows) tile[threadIdx.x][threadIdx.y] = in[y * cols + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.y][threadIdx.x];
}
