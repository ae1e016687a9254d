// Transaction barriers in shared memory.

__global__ void arrive_and_wait(const float* in, float* out) {
  __shared__ alignas(8) unsigned long long barrier;
  __shared__ float box[128];
#if __CUDA_ARCH__ >= 800
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(128));
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  unsigned long long token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(address) : "memory");
  unsigned done = 0;
  while (!done) {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(address), "l"(token) : "memory");
  }
  out[threadIdx.x] = box[threadIdx.x ^ 1];
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address));
#else
  box[threadIdx.x] = in[threadIdx.x];
  barrier = 0;
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x ^ 1];
#endif
}

__global__ void copy_with_barrier(const float4* in, float4* out) {
  __shared__ alignas(8) unsigned long long barrier;
  __shared__ float4 box[128];
#if __CUDA_ARCH__ >= 800
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&box[threadIdx.x]));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address), "r"(128));
  __syncthreads();
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + threadIdx.x));
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address));
  asm volatile("{ .reg .pred p; .reg .b64 s; mbarrier.arrive.noComplete.shared.b64 s, [%0], 1;\n"
               "W: mbarrier.test_wait.shared.b64 p, [%0], s;\n @!p bra W; }" ::"r"(address) : "memory");
#else
  barrier = 0;
  box[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
#endif
  out[threadIdx.x] = box[threadIdx.x];
}

__global__ void phases(float* io, int rounds) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(8) unsigned long long barrier[2];
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(barrier));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(address));
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 64;" ::"r"(address) : "memory");
    asm volatile("mbarrier.complete_tx.shared::cta.relaxed.cluster.b64 [%0], 64;" ::"r"(address) : "memory");
    asm volatile("{ .reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra W; }" ::"r"(address), "r"(r & 1)
                 : "memory");
    asm volatile("{ .reg .pred p;\nX: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1, 1000;\n @!p bra X; }" ::"r"(address),
                 "r"(r & 1) : "memory");
  }
  asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(address) : "memory");
#endif
  io[threadIdx.x] += rounds;
}
