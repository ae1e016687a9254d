/* whet
[[launch]]
entry = "scale_add"
args = ["a", "b", "out", "n", "factor"]
grid = ["ceil_div(n, 512)"]
block = [128]
*/
// four elements a thread, a block apart
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const int i = (blockIdx.x * 4 + j) * 128 + threadIdx.x;
    if (i < n) out[i] = factor * a[i] + b[i];
  }
}
