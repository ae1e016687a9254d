// The kernel of a.cu with its counts in shared memory, a column per thread; a count is at most 255.
#define BINS 32
#define BLOCK 256

__global__ void modes(const unsigned char* in, int* out, int n, int length) {
  __shared__ unsigned char counts[BINS][BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
  for (int b = 0; b < BINS; ++b) counts[b][t] = 0;
  if (i >= n) return;
  for (int j = 0; j < length; ++j) counts[in[j * n + i] & (BINS - 1)][t]++;
  int best = 0, most = counts[0][t];
  for (int b = 1; b < BINS; ++b)
    if (counts[b][t] > most) best = b, most = counts[b][t];
  out[i] = best;
}
