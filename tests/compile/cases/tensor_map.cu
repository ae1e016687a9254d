// A tensor map as a kernel parameter and the asynchronous copy that reads it: sm_90 and later.
#include <cuda.h>
#include <cstdint>

__global__ void load_tile(const __grid_constant__ CUtensorMap map, float* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float tile[32 * 32];
  __shared__ alignas(8) uint64_t barrier;
  const uint32_t bar = static_cast<uint32_t>(__cvta_generic_to_shared(&barrier));
  const uint32_t dst = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(4096));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
                 "l"(&map), "r"(0), "r"(0), "r"(bar)
                 : "memory");
  }
  __syncthreads();
  asm volatile(
      "{ .reg .pred done;\n WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n @done bra END;\n bra WAIT;\n END: }" ::"r"(bar));
  out[threadIdx.x] = tile[threadIdx.x];
#endif
}
