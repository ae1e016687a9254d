// The kernel of a.cu with two sums in registers, which warps combine by shuffles.
#define BLOCK 256

__device__ void put(unsigned* sums, unsigned word) {
#pragma unroll
  for (int b = 0; b < 4; ++b, word >>= 8) {
    unsigned size = word >> 1 & 127u;
    sums[0] += size;
    sums[1] += word & 1 ? size : 0u;
  }
}

__global__ void weigh_classes(const uint4* items, unsigned* out, int quads) {
  __shared__ unsigned bins[2];
  if (threadIdx.x < 2) bins[threadIdx.x] = 0;
  __syncthreads();
  unsigned sums[2] = {0, 0};
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < quads; i += gridDim.x * BLOCK) {
    uint4 v = items[i];
    put(sums, v.x);
    put(sums, v.y);
    put(sums, v.z);
    put(sums, v.w);
  }
  sums[0] -= sums[1];
#pragma unroll
  for (int b = 0; b < 2; ++b) {
    for (int d = 16; d > 0; d /= 2) sums[b] += __shfl_down_sync(0xffffffffu, sums[b], d);
    if (threadIdx.x % 32 == 0) atomicAdd(&bins[b], sums[b]);
  }
  __syncthreads();
  if (threadIdx.x < 2) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
