// Planted: each thread counts in an array of 32 that is indexed by data, so the array lies in local memory.
// It rules because every element read costs a load and a store of local memory in another line for each lane.
// Mended: the counts lie in shared memory as counts[bin][thread], or one histogram per warp is shared.
#define BINS 32

__global__ void modes(const unsigned char* in, int* out, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int counts[BINS];
  for (int b = 0; b < BINS; ++b) counts[b] = 0;
  if (i >= n) return;
  for (int j = 0; j < length; ++j) counts[in[j * n + i] & (BINS - 1)]++;
  int best = 0;
  for (int b = 1; b < BINS; ++b)
    if (counts[b] > counts[best]) best = b;
  out[i] = best;
}
