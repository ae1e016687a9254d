/* whet
[[launch]]
entry = "clear"
args = ["c", "m", "n"]
grid = [4]
block = [256]
[[launch]]
entry = "parts"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)", 4]
block = [16, 16]
*/
// parts of the sum added atomically
__global__ void clear(float* c, int m, int n) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < m * n; i += gridDim.x * 256) c[i] = 0;
}
__global__ void parts(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  const int each = (k + 3) / 4, first = blockIdx.z * each;
  float sum = 0;
  for (int i = first; i < min(k, first + each); ++i) sum += a[row * k + i] * b[i * n + col];
  atomicAdd(c + row * n + col, sum);
}
