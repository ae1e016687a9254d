#include <cstdint>
template <typename Index, int VEC>
__global__ void embed(const float* __restrict__ table, const Index* __restrict__ ids, float* __restrict__ out, int tokens, int dim, int vocab) {
  int t = blockIdx.x;
  Index id = ids[t];
  if (id < 0 || id >= vocab) return;
  for (int d = threadIdx.x * VEC; d < dim; d += blockDim.x * VEC)
#pragma unroll
    for (int v = 0; v < VEC; ++v) out[(size_t)t * dim + d + v] = table[(size_t)id * dim + d + v];
}
int main() {
  int tokens = 512, dim = 256, vocab = 8192; float *tab, *o; int64_t* ids;
  cudaMalloc(&tab, (size_t)vocab * dim * sizeof(float)); cudaMalloc(&o, (size_t)tokens * dim * sizeof(float)); cudaMalloc(&ids, tokens * sizeof(int64_t));
  embed<int64_t, 4><<<tokens, 64>>>(tab, ids, o, tokens, dim, vocab);
}
