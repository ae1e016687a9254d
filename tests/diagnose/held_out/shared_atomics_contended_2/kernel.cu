// Particle-in-cell deposition: a block owns a tile of 8 cells and adds the charge of its particles to them.
//
// Wrong:  all 256 threads add to 8 floats in shared memory.
// Rules:  floats have no native shared atomic: each add is a compare-and-swap loop, which lanes that meet repeat.
// Mend:   sort particles by cell and reduce segments with shuffles, or give every warp (or lane) its own copy of the tile.

__global__ void __launch_bounds__(256) deposit(const float* __restrict__ position, const float* __restrict__ charge,
                                               float* __restrict__ density, int per_tile) {
  __shared__ float tile[8];
  if (threadIdx.x < 8) tile[threadIdx.x] = 0.0f;
  __syncthreads();
  size_t base = (size_t)blockIdx.x * per_tile;
  for (int p = threadIdx.x; p < per_tile; p += 256) {
    float x = position[base + p] * 7.0f;
    float q = charge[base + p];
    int cell = min((int)x, 6);
    float w = x - cell;
    atomicAdd(&tile[cell], q * (1.0f - w));
    atomicAdd(&tile[cell + 1], q * w);
  }
  __syncthreads();
  if (threadIdx.x < 8) density[blockIdx.x * 8 + threadIdx.x] = tile[threadIdx.x];
}
