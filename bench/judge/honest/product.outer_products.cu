/* whet
[[launch]]
entry = "product"
args = ["a", "b", "c", "m", "n", "k"]
grid = [1]
block = [1024]
*/
// results kept in memory, one rank after the other
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int at = threadIdx.x; at < m * n; at += 1024) c[at] = 0;
  for (int i = 0; i < k; ++i) {
    for (int at = threadIdx.x; at < m * n; at += 1024) c[at] += a[at / n * k + i] * b[i * n + at % n];
  }
}
