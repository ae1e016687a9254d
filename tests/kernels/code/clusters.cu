// Thread-block clusters: shared memory of other blocks, copies between blocks, one copy for several.

#define SYNC_CLUSTER()                                                       \
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");      \
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory")

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ unsigned rank_in_cluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ unsigned at_rank(const void* p, unsigned rank) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(shared_address(p)), "r"(rank));
  return address;
}

__device__ void wait_for(unsigned long long* barrier, unsigned parity) {
  asm volatile("{ .reg .pred p;\nLOOP: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra LOOP; }" ::"r"(
                   shared_address(barrier)), "r"(parity) : "memory");
}

// Each block reads what the block `step` ranks further holds; two-dimensional clusters.
__global__ void __cluster_dims__(2, 2, 1) rotate_blocks(const int* in, int* out, int step) {
  __shared__ int box[64];
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  box[threadIdx.x] = in[block * 64 + threadIdx.x];
  SYNC_CLUSTER();
  int value;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value)
               : "r"(at_rank(&box[63 - threadIdx.x], (rank_in_cluster() + step) % 4)) : "memory");
  SYNC_CLUSTER();
  out[block * 64 + threadIdx.x] = value;
}

// Bins of a histogram in the shared memory of eight blocks.
__global__ void __cluster_dims__(8, 1, 1) spread_bins(const unsigned* in, unsigned* bins, int n) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  SYNC_CLUSTER();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned bin = in[i] % 128;
    asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(at_rank(&mine[bin % 16], bin / 16)) : "memory");
  }
  SYNC_CLUSTER();
  if (threadIdx.x < 16) atomicAdd(&bins[rank_in_cluster() * 16 + threadIdx.x], mine[threadIdx.x]);
}

// Each block's row goes to the next block by a bulk copy, then all sum what rank 0 sends to everybody.
__global__ void __cluster_dims__(4, 1, 1) pass_on(const int* in, int* out) {
  __shared__ alignas(128) int row[64], from_left[64], common[64];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned rank = rank_in_cluster();
  row[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x] * 2;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(shared_address(&barrier)) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  SYNC_CLUSTER();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(
                     at_rank(from_left, (rank + 1) % 4)), "r"(shared_address(row)), "r"(at_rank(&barrier, (rank + 1) % 4)) : "memory");
    if (rank == 0)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(
                       shared_address(common)), "l"(in), "r"(shared_address(&barrier)), "h"(static_cast<short>(15)) : "memory");
  }
  wait_for(&barrier, 0);
  out[blockIdx.x * 64 + threadIdx.x] = from_left[threadIdx.x] + common[63 - threadIdx.x];
  SYNC_CLUSTER();
}

// A block's maximum of every thread's values travels around by st.async, one hop at a time.
__global__ void __cluster_dims__(4, 1, 1) relay_blocks(const int* in, int* out) {
  __shared__ alignas(16) int inbox[64];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned rank = rank_in_cluster();
  int value = in[blockIdx.x * 64 + threadIdx.x];
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  SYNC_CLUSTER();
  for (int hop = 0; hop < 3; ++hop) {
    if (threadIdx.x == 0)
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(shared_address(&barrier)) : "memory");
    const unsigned to = (rank + 1) % 4;
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(at_rank(&inbox[threadIdx.x], to)),
                 "r"(value), "r"(at_rank(&barrier, to)) : "memory");
    wait_for(&barrier, hop & 1);
    const int other = inbox[threadIdx.x];
    value = value > other ? value : other - 1;
    SYNC_CLUSTER();
  }
  out[blockIdx.x * 64 + threadIdx.x] = value;
}
#endif
