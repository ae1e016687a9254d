// Indices of blocks and threads have names of their own.
#define SIDE 16
__global__ void tiled_product(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[SIDE][SIDE], right[SIDE][SIDE];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int row = by * SIDE + ty, column = bx * SIDE + tx;
  float sum = 0;
  for (int first = 0; first < k; first += SIDE) {
    left[ty][tx] = row < m && first + tx < k ? a[row * k + first + tx] : 0.0f;
    right[ty][tx] = column < n && first + ty < k ? b[(first + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < SIDE; ++i) sum += left[ty][i] * right[i][tx];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
