// Bulk copies by the tensor memory accelerator: plain, tensor, multicast, gather, prefetch.
#include <cuda.h>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ void wait(unsigned barrier, unsigned phase) {
#if __CUDA_ARCH__ >= 900
  asm volatile("{ .reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @!p bra W; }" ::"r"(barrier), "r"(phase)
               : "memory");
#endif
}

__global__ void bulk_copy(const float* in, float* out) {
  __shared__ alignas(128) float box[1024];
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned bar = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(bar));
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], 4096;" ::"l"(in + 1024));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" ::"r"(shared_address(box)),
                 "l"(in), "r"(bar) : "memory");
  }
  __syncthreads();
  wait(bar, 0);
  box[threadIdx.x] *= 2.0f;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 4096;" ::"l"(out), "r"(shared_address(box)) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
#else
  box[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x] * 2.0f;
#endif
}

__global__ void tensor_copy(const __grid_constant__ CUtensorMap map, const __grid_constant__ CUtensorMap to, float* out, int x, int y) {
  __shared__ alignas(128) float box[4096];
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned bar = shared_address(&barrier), dst = shared_address(box);
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16384;" ::"r"(bar));
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2,%3}], [%4];" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(y), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2,%3,%3}], [%4];" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(y), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2,%3,%3,%2}], [%4];" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(y), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2,%3,%3,%2,%2}], [%4];" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(y), "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2,%3,%3,%2}], [%4], {%5,%5};" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(y), "r"(bar), "h"(static_cast<short>(1)) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2,%3}], [%4], %5;" ::"r"(dst),
                 "l"(&map), "r"(x), "r"(y), "r"(bar), "h"(static_cast<short>(3)) : "memory");
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1,%2}];" ::"l"(&map), "r"(x), "r"(y) : "memory");
  }
  __syncthreads();
  wait(bar, 0);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1,%2}], [%3];" ::"l"(&to), "r"(x), "r"(y), "r"(dst) : "memory");
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%1,%2,%2}], [%3];" ::"l"(&to), "r"(x), "r"(y), "r"(dst) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
  }
#endif
  out[threadIdx.x] = box[threadIdx.x] + x * y;
}
