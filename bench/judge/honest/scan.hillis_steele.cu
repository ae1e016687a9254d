/* whet
[[launch]]
entry = "scan"
args = ["in", "out", "n"]
grid = [1]
block = [512]
*/
// a block, doubling distances
__global__ void scan(const float* in, float* out, int n) {
  __shared__ float x[2][512];
  float carry = 0;
  for (int first = 0; first < n; first += 512) {
    int at = 0;
    x[0][threadIdx.x] = first + threadIdx.x < n ? in[first + threadIdx.x] : 0;
    __syncthreads();
    for (int s = 1; s < 512; s *= 2, at ^= 1) {
      x[at ^ 1][threadIdx.x] = x[at][threadIdx.x] + (threadIdx.x >= s ? x[at][threadIdx.x - s] : 0);
      __syncthreads();
    }
    if (first + threadIdx.x < n) out[first + threadIdx.x] = carry + x[at][threadIdx.x];
    carry += x[at][511];
    __syncthreads();
  }
}
