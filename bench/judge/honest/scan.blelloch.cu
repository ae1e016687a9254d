/* whet
[[launch]]
entry = "scan"
args = ["in", "out", "n"]
grid = [1]
block = [256]
*/
// up and down a tree
__global__ void scan(const float* in, float* out, int n) {
  __shared__ float x[256];
  float carry = 0;
  for (int first = 0; first < n; first += 256) {
    const float mine = first + threadIdx.x < n ? in[first + threadIdx.x] : 0;
    x[threadIdx.x] = mine;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
      const int i = (threadIdx.x + 1) * 2 * s - 1;
      if (i < 256) x[i] += x[i - s];
      __syncthreads();
    }
    const float all = x[255];
    __syncthreads();
    if (threadIdx.x == 0) x[255] = 0;
    __syncthreads();
    for (int s = 128; s; s /= 2) {
      const int i = (threadIdx.x + 1) * 2 * s - 1;
      if (i < 256) {
        const float left = x[i - s];
        x[i - s] = x[i];
        x[i] += left;
      }
      __syncthreads();
    }
    if (first + threadIdx.x < n) out[first + threadIdx.x] = carry + x[threadIdx.x] + mine;
    carry += all;
    __syncthreads();
  }
}
