// Planted: for each of six periods an element divides twice by numbers that are known only at run time.
// It rules because a division takes some twenty instructions, and all else is one addition from a small table.
// Mended: a multiplication by the period's reciprocal (__umulhi with 2^32 / period), computed once.
__device__ float pick(const float* table, int i, int period, int count) {
  return table[i / period % count];
}

__global__ void seasons(const float* in, const float* table, float* out, int n, int p0, int p1, int p2, int p3, int p4,
                        int p5, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = in[i];
  sum += pick(table, i, p0, count);
  sum += pick(table, i, p1, count);
  sum += pick(table, i, p2, count);
  sum += pick(table, i, p3, count);
  sum += pick(table, i, p4, count);
  sum += pick(table, i, p5, count);
  out[i] = sum;
}
