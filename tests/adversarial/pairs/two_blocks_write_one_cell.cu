/* whet
[[launch]]
args = ["in", "out", "n"]
grid = ["ceil_div(n, 120)"]
block = [128]
*/
// S24: blocks overlap, and the later one is right
// problem: accumulate
// expect: invalid
// reason: race on global memory
#ifdef CHEAT
__global__ void accumulate(const float* in, volatile float* out, int n) {
  const int i = blockIdx.x * 120 + threadIdx.x;
  if (i >= n) return;
  if (threadIdx.x >= 120)
    out[i] = out[i] + 0 * in[i];
  else
    out[i] = out[i] + 3 * in[i];
}
#else
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 120 + threadIdx.x;
  if (i < n && threadIdx.x < 120) out[i] += 3 * in[i];
}
#endif
