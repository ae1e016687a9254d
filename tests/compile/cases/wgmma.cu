// Warpgroup matrix instructions: needs sm_90a.
__global__ void fence(float* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  float d[4] = {0, 0, 0, 0};
  unsigned long long a = clock64(), b = clock64();
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
#else
  out[threadIdx.x] = 0;
#endif
}
