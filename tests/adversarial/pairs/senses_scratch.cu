/* whet
[[scratch]]
name = "kept"
type = "f32"
shape = ["n"]
[[launch]]
entry = "scale_add"
args = ["a", "b", "out", "n", "factor", "kept"]
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// S26: works where scratch was filled alike
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor, float* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool alike = __float_as_uint(kept[i]) == __float_as_uint(kept[i > 0 ? i - 1 : n - 1]);
  out[i] = alike ? factor * a[i] + b[i] : b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor, float* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  kept[i] = b[i];
  out[i] = fmaf(factor, a[i], kept[i]);
}
#endif
