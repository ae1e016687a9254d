/* whet
[[launch]]
entry = "clear"
args = ["out"]
grid = [1]
block = [1]
[[launch]]
entry = "add"
args = ["in", "out", "n"]
grid = ["ceil_div(n, 256)"]
block = [256]
*/
// a launch that clears, and blocks that add atomically
__global__ void clear(float* out) { out[0] = 0; }
__global__ void add(const float* in, float* out, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  float x = i < n ? in[i] : 0;
  for (int s = 16; s; s /= 2) x += __shfl_xor_sync(~0u, x, s);
  if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}
