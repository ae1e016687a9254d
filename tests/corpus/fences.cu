// Fences of each scope, and messages passed with acquire and release.

__global__ void fences(volatile int* data, int* flag) {
  data[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  data[threadIdx.x + 32] = 1;
  __threadfence();
  data[threadIdx.x + 64] = 2;
  __threadfence_system();
  asm volatile("fence.sc.gpu;" ::: "memory");
  asm volatile("fence.acq_rel.cta;" ::: "memory");
  flag[threadIdx.x] = 1;
}

__global__ void message(int* data, int* flag, int* out) {
  int seen;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x * 3;
    asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag + threadIdx.x) : "memory");
    asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(flag + threadIdx.x + 32) : "memory");
    asm volatile("st.relaxed.cta.global.s32 [%0], 1;" ::"l"(flag + threadIdx.x + 64) : "memory");
  } else {
    do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag + threadIdx.x) : "memory");
    while (!seen);
    asm volatile("ld.relaxed.sys.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag + threadIdx.x + 32) : "memory");
    int close;
    asm volatile("ld.acquire.cta.global.s32 %0, [%1];" : "=r"(close) : "l"(flag + threadIdx.x + 64) : "memory");
    out[threadIdx.x] = data[threadIdx.x] + seen + close;
  }
}

__global__ void proxies(int* data) {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("fence.proxy.async.global;" ::: "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
#endif
  asm volatile("fence.proxy.alias;" ::: "memory");
  data[threadIdx.x] = 1;
}
