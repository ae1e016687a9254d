/* whet
[[scratch]]
name = "partial"
type = "f32"
shape = ["ceil_div(n, 256)"]
[[launch]]
entry = "first"
args = ["in", "partial", "n"]
grid = ["ceil_div(n, 256)"]
block = [256]
[[launch]]
entry = "second"
args = ["partial", "out", "n"]
grid = [1]
block = [1]
*/
// partial sums of blocks in scratch
__global__ void first(const float* in, float* partial, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = part[0];
}
__global__ void second(const float* partial, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < (n + 255) / 256; ++i) sum += partial[i];
  out[0] = sum;
}
