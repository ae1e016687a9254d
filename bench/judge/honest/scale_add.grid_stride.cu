/* whet
[[launch]]
entry = "scale_add"
args = ["a", "b", "out", "n", "factor"]
grid = [2]
block = [96]
*/
// a few blocks, a grid stride
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = fmaf(factor, a[i], b[i]);
}
