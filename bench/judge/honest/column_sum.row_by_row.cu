/* whet
[[launch]]
entry = "clear"
args = ["out", "cols"]
grid = [1]
block = [64]
[[launch]]
entry = "add"
args = ["in", "out", "cols"]
grid = ["rows"]
block = [64]
*/
// rows added atomically after a launch that clears
__global__ void clear(float* out, int cols) {
  if (threadIdx.x < cols) out[threadIdx.x] = 0;
}
__global__ void add(const float* in, float* out, int cols) {
  if (threadIdx.x < cols) atomicAdd(out + threadIdx.x, in[blockIdx.x * cols + threadIdx.x]);
}
