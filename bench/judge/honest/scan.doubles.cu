/* whet
[[launch]]
entry = "scan"
args = ["in", "out", "n"]
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// in double, each element by itself
__global__ void scan(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  double sum = 0;
  for (int j = 0; j <= i; ++j) sum += in[j];
  out[i] = static_cast<float>(sum);
}
