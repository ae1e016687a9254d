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
// S23: takes scratch for zero
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor, float* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  kept[i] += factor * a[i];
  out[i] = kept[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor, float* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  kept[i] = 0;
  kept[i] += factor * a[i];
  out[i] = kept[i] + b[i];
}
#endif
