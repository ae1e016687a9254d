// Planted: a matrix product in which each thread reads a whole row and a whole column from global memory.
// It rules because every number is read again by all threads of its row or column: two loads for each multiply-add.
// Mended: tiles in shared memory and an 8 x 8 patch of results in each thread's registers.
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
