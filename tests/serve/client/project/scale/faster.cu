/* whet
[[launch]]
entry = "scale"
grid = ["ceil_div(n, 256)"]
block = [256]
*/
// y = 2 x; neighbours in memory are neighbours in a warp.
__global__ void scale(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i];
}
