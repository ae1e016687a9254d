// Planted: sizes are added to one of two bins in shared memory, so 16 lanes of a warp meet at each address.
// It rules because lanes at one address take turns, 16 times for every 16 bytes that a thread reads.
// Mended: each thread adds in two registers, and warps combine them by shuffles before anything is shared.
#define BLOCK 256

__device__ void put(unsigned* bins, unsigned word) {
  for (int b = 0; b < 4; ++b, word >>= 8) atomicAdd(&bins[word & 1], word >> 1 & 127u);
}

__global__ void weigh_classes(const uint4* items, unsigned* out, int quads) {
  __shared__ unsigned bins[2];
  if (threadIdx.x < 2) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < quads; i += gridDim.x * BLOCK) {
    uint4 v = items[i];
    put(bins, v.x);
    put(bins, v.y);
    put(bins, v.z);
    put(bins, v.w);
  }
  __syncthreads();
  if (threadIdx.x < 2) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
