/* whet
[[launch]]
entry = "first"
args = ["in", "out", "n"]
grid = ["ceil_div(n, 128)"]
block = [128]
[[launch]]
entry = "second"
args = ["in", "out", "n"]
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// S24: takes from a neighbour's output while the neighbour writes it
// problem: accumulate
// expect: invalid
// reason: race on global memory
__global__ void first(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] += 2 * in[i];
}
#ifdef CHEAT
__global__ void second(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? out[i - 1] : 0;
  const float own = out[i] + in[i];
  out[i] = own + 0 * left;
}
#else
__global__ void second(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? in[i - 1] : 0;
  const float own = out[i] + in[i];
  out[i] = own + 0 * left;
}
#endif
