/* whet
[[launch]]
entry = "column_sum"
args = ["in", "out", "rows", "cols"]
grid = ["ceil_div(cols, 32)"]
block = [32, 8]
*/
// blocks of 32 columns by 8 rows
__global__ void column_sum(const float* in, float* out, int rows, int cols) {
  __shared__ float part[8][32];
  const int column = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int r = threadIdx.y; column < cols && r < rows; r += 8) sum += in[r * cols + column];
  part[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y > 0 || column >= cols) return;
  for (int i = 1; i < 8; ++i) sum += part[i][threadIdx.x];
  out[column] = sum;
}
