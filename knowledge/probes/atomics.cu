// Atomic additions to global memory. All lanes of the grid share `spread` words: 1, 32 (one line), or as many as lanes.
typedef unsigned int u32;

extern "C" __global__ void __launch_bounds__(256) probe_atomics(u32* out, u32 spread, int passes) {
  const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  u32* const mine = out + thread % spread;
#pragma unroll 4
  for (int pass = 0; pass < passes; ++pass) atomicAdd(mine, thread % 7 + 1);
}
