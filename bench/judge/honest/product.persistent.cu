/* whet
[[launch]]
entry = "product"
args = ["a", "b", "c", "m", "n", "k"]
grid = [3]
block = [16, 16]
*/
// few blocks that take tile after tile
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int wide = (n + 15) / 16, tiles = wide * ((m + 15) / 16);
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int col = tile % wide * 16 + threadIdx.x, row = tile / wide * 16 + threadIdx.y;
    if (row >= m || col >= n) continue;
    float sum = 0;
    for (int i = k; i-- > 0;) sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
  }
}
