// Bulk copies that reduce on arrival; reductions over multicast memory.
#include <cuda.h>

__global__ void bulk_reduce(const __grid_constant__ CUtensorMap map, float* out, int x, int y) {
  __shared__ alignas(128) float box[1024];
  box[threadIdx.x] = static_cast<float>(x * y);
#if __CUDA_ARCH__ >= 900
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(box));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 4096;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%0], [%1], 4096;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], 4096;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1,%2}], [%3];" ::"l"(&map), "r"(x), "r"(y),
                 "r"(from) : "memory");
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group [%0, {%1,%2}], [%3];" ::"l"(&map), "r"(x), "r"(y),
                 "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
#else
  __syncthreads();
  atomicAdd(out + threadIdx.x, box[threadIdx.x]);
#endif
}

__global__ void multicast_memory(float* shared_by_gpus, float* out) {
  float value = shared_by_gpus[threadIdx.x];
#if __CUDA_ARCH__ >= 900
  asm volatile("multimem.ld_reduce.relaxed.gpu.global.add.f32 %0, [%1];" : "=f"(value) : "l"(shared_by_gpus + threadIdx.x) : "memory");
  asm volatile("multimem.st.relaxed.gpu.global.f32 [%0], %1;" ::"l"(shared_by_gpus + threadIdx.x), "f"(value) : "memory");
  asm volatile("multimem.red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(shared_by_gpus + threadIdx.x), "f"(value) : "memory");
#endif
  out[threadIdx.x] = value;
}
