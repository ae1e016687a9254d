// Collision detection, broad phase: a block appends the pairs that overlap to a list in shared memory.
//
// Wrong:  every lane that finds a pair asks one shared counter for its slot, and nearly all lanes find one.
// Rules:  up to 32 lanes meet at one word, again and again; they are served one after another.
// Mend:   __ballot_sync and __popc give each lane its place, so a warp asks once.

__global__ void __launch_bounds__(256) broad_phase(const float* __restrict__ low, const float* __restrict__ high,
                                                   int* __restrict__ pairs, int* __restrict__ weight, int per_block) {
  __shared__ int total, heavy;
  if (threadIdx.x == 0) total = heavy = 0;
  __syncthreads();
  size_t base = (size_t)blockIdx.x * per_block;
#pragma unroll 4
  for (int i = threadIdx.x; i < per_block; i += 256) {
    float a = low[base + i], b = high[base + i];
    int cost = (int)((b - a) * 16.0f) + 1;
    if (a < b) {
      int slot = atomicAdd(&total, cost);
      atomicMax(&heavy, slot ^ cost);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    pairs[blockIdx.x] = total;
    weight[blockIdx.x] = heavy;
  }
}
