/* whet
[[scratch]]
name = "part"
type = "f32"
shape = [8]
[[launch]]
args = ["in", "out", "n", "part"]
grid = [8]
block = [32]
cooperative = true
*/
// S24: waits for its own block where it must wait for the grid
// problem: vector_max
// expect: wrong
// reason: differs in
#include <cooperative_groups.h>
__device__ float own_max(const float* in, int n) {
  float most = -INFINITY;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += 256) most = fmaxf(most, in[i]);
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  return most;
}
#ifdef CHEAT
__global__ void vector_max(const float* in, float* out, int n, float* part) {
  const float most = own_max(in, n);
  if (threadIdx.x == 0) part[blockIdx.x] = most;
  cooperative_groups::this_thread_block().sync();
  if (blockIdx.x < 7 || threadIdx.x > 0) return;
  float all = part[0];
  for (int i = 1; i < 8; ++i) all = fmaxf(all, part[i]);
  *out = all;
}
#else
__global__ void vector_max(const float* in, float* out, int n, float* part) {
  const float most = own_max(in, n);
  if (threadIdx.x == 0) part[blockIdx.x] = most;
  cooperative_groups::this_grid().sync();
  if (blockIdx.x < 7 || threadIdx.x > 0) return;
  float all = part[0];
  for (int i = 1; i < 8; ++i) all = fmaxf(all, part[i]);
  *out = all;
}
#endif
