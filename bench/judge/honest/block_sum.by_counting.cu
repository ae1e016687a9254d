/* whet
[[launch]]
entry = "block_sum"
args = ["in", "out", "n"]
grid = [1]
block = [64]
*/
// a block that adds for all in turn
__global__ void block_sum(const float* in, float* out, int n) {
  for (int b = threadIdx.x; b < (n + 255) / 256; b += 64) {
    float sum = 0;
    for (int i = b * 256; i < min(n, b * 256 + 256); ++i) sum += in[i];
    out[b] = sum;
  }
}
