// C = A B for square row-major matrices, one element per thread: the version to improve.
constexpr int k_tile = 32;

__global__ void sgemm(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[k_tile][k_tile];
  __shared__ float b_tile[k_tile][k_tile];
  const int row = blockIdx.y * k_tile + threadIdx.y;
  const int column = blockIdx.x * k_tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += k_tile) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < k_tile; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
