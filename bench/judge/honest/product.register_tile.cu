/* whet
[[launch]]
entry = "product"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)"]
block = [8, 8]
*/
// two by two results a thread
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = (blockIdx.x * 8 + threadIdx.x) * 2, row = (blockIdx.y * 8 + threadIdx.y) * 2;
  float sum[2][2] = {};
  for (int i = 0; i < k; ++i) {
    for (int r = 0; r < 2; ++r) {
      for (int q = 0; q < 2; ++q) {
        if (row + r < m && col + q < n) sum[r][q] += a[(row + r) * k + i] * b[i * n + col + q];
      }
    }
  }
  for (int r = 0; r < 2; ++r) {
    for (int q = 0; q < 2; ++q) {
      if (row + r < m && col + q < n) c[(row + r) * n + col + q] = sum[r][q];
    }
  }
}
