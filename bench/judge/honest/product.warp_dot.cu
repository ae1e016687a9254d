/* whet
[[launch]]
entry = "product"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["ceil_div(m * n, 4)"]
block = [32, 4]
*/
// a warp for each result
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int at = blockIdx.x * 4 + threadIdx.y;
  if (at >= m * n) return;
  float sum = 0;
  for (int i = threadIdx.x; i < k; i += 32) sum += a[at / n * k + i] * b[i * n + at % n];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x == 0) c[at] = sum;
}
