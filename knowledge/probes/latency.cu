// Latencies by chains of loads, each of which gives the address of the next, and costs of barriers and launches.
typedef unsigned int u32;
typedef unsigned long long u64;

// `start` is an address; every word holds the address of the next, and the launch stores the last.
extern "C" __global__ void probe_chase(const u64* start, u64* out, int steps) {
  u64 at = (u64)start;
#pragma unroll 8
  for (int step = 0; step < steps; ++step) asm volatile("ld.global.u64 %0, [%0];" : "+l"(at));
  out[0] = at;
}

// Past L1, for data that would fit there.
extern "C" __global__ void probe_chase_l2(const u64* start, u64* out, int steps) {
  u64 at = (u64)start;
#pragma unroll 8
  for (int step = 0; step < steps; ++step) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
  out[0] = at;
}

// 256 words of shared memory; each holds the address of another.
extern "C" __global__ void probe_chase_shared(u32* out, int steps) {
  __shared__ u32 ring[256];
  const u32 base = (u32)__cvta_generic_to_shared(ring);
  for (u32 i = threadIdx.x; i < 256; i += blockDim.x) ring[i] = base + (i * 5 + 7) % 256 * 4;
  __syncthreads();
  u32 at = base;
#pragma unroll 8
  for (int step = 0; step < steps; ++step) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
  if (threadIdx.x == 0) out[0] = (at - base) / 4;
}

extern "C" __global__ void __launch_bounds__(1024) probe_block_barrier(u32* out, int passes) {
#pragma unroll 8
  for (int pass = 0; pass < passes; ++pass) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = passes;
}

// All blocks of the grid meet `passes` times; they must all be resident. `count` begins at 0.
extern "C" __global__ void probe_grid_barrier(u32* count, u32* out, int passes) {
  for (int pass = 1; pass <= passes; ++pass) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(count, 1);
      while (*(volatile u32*)count < gridDim.x * pass) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = *(volatile u32*)count / gridDim.x;
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void probe_cluster_barrier(u32* out, int passes) {
#pragma unroll 8
  for (int pass = 0; pass < passes; ++pass) {
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  }
  if (threadIdx.x == 0) out[blockIdx.x] = passes;
}
#endif

extern "C" __global__ void probe_empty() {}
