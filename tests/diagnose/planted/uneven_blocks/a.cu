// Planted: one block per row of a sparse list whose rows differ strongly in length; a few rows have most elements.
// It rules because the block with the longest row runs long after all other SMs are idle.
// Mended: rows are cut into parts of equal length, each for one block, and the parts' sums are added.
#define BLOCK 256

__global__ void row_sums(const int* begin, const float* values, float* sums, int rows) {
  __shared__ float part[BLOCK / 32];
  int row = blockIdx.x;
  int t = threadIdx.x;
  float sum = 0;
  for (int i = begin[row] + t; i < begin[row + 1]; i += BLOCK) sum += values[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (t % 32 == 0) part[t / 32] = sum;
  __syncthreads();
  if (t == 0) {
    sum = 0;
    for (int w = 0; w < BLOCK / 32; ++w) sum += part[w];
    sums[row] = sum;
  }
}
