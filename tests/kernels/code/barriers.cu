// Barriers by number, barriers with phases, copies that report to them.

// Four warps pass values round through numbered barriers, two at a time.
__global__ void ring(const int* in, int* out, int rounds) {
  __shared__ int box[4][32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int value = in[threadIdx.x];
  for (int r = 0; r < rounds; ++r) {
    box[warp][lane] = value + r;
    asm volatile("barrier.sync %0, 64;" ::"r"(1 + (warp >> 1)) : "memory");
    value = box[warp ^ 1][lane];
    __syncthreads();
    box[warp][lane] = value * 2;
    __syncthreads();
    value = box[warp ^ 2][31 - lane];
    __syncthreads();
  }
  out[threadIdx.x] = value;
}

__global__ void block_votes(const int* in, int* out) {
  int sum = 0;
  for (int level = 0; level < 5; ++level) {
    const bool high = in[threadIdx.x] > level * 20;
    sum = sum * 7 + __syncthreads_count(high) % 5 + (__syncthreads_and(high) ? 1 : 0) + (__syncthreads_or(high) ? 2 : 0);
  }
  out[threadIdx.x] = sum;
}

#if __CUDA_ARCH__ >= 900
__device__ unsigned shared_address(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__device__ void wait_parity(unsigned barrier, unsigned parity) {
  asm volatile("{ .reg .pred p;\nLOOP: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra LOOP; }" ::"r"(barrier), "r"(parity) : "memory");
}

// One warp fills two stages with bulk copies, three others use them.
__global__ void bulk_pipeline(const float* in, float* out, int tiles) {
  __shared__ alignas(128) float stage[2][96];
  __shared__ alignas(8) unsigned long long full[2], empty[2];
  const int warp = threadIdx.x >> 5;
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[s])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 96;" ::"r"(shared_address(&empty[s])));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (warp == 3) {
    if ((threadIdx.x & 31) != 0) return;
    for (int t = 0; t < tiles; ++t) {
      const int s = t & 1;
      if (t >= 2) wait_parity(shared_address(&empty[s]), (t / 2 - 1) & 1);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 384;" ::"r"(shared_address(&full[s])) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 384, [%2];" ::"r"(shared_address(stage[s])),
                   "l"(in + t * 96), "r"(shared_address(&full[s])) : "memory");
    }
  } else {
    for (int t = 0; t < tiles; ++t) {
      const int s = t & 1;
      wait_parity(shared_address(&full[s]), (t / 2) & 1);
      out[t * 96 + threadIdx.x] = stage[s][95 - threadIdx.x] + t;
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&empty[s])) : "memory");
    }
  }
}

// Shared memory to global in bulk.
__global__ void bulk_store(const int* in, int* out) {
  __shared__ alignas(128) int box[128];
  box[threadIdx.x ^ 5] = in[blockIdx.x * 128 + threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + blockIdx.x * 128), "r"(shared_address(box)) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
#endif
