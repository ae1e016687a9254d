#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void embed(const int* tokens, const float* table, float* out, int length, int dim) {
  int t = blockIdx.x;
  for (int d = threadIdx.x; d < dim; d += blockDim.x) out[t * dim + d] = table[tokens[t] * dim + d];
}
int main() {
  int length = 100, dim = 64, vocab = 1000;
  int* tokens;
  float *table, *out;
  cudaMalloc(&tokens, length * sizeof(int));
  cudaMalloc(&table, vocab * dim * sizeof(float));
  cudaMalloc(&out, length * dim * sizeof(float));
  embed<<<length, 64>>>(tokens, table, out, length, dim);
}
