// Thread-block clusters: barriers, reading and writing a neighbour's shared memory.

__global__ void neighbour(const float* in, float* out) {
  __shared__ float box[128];
  __shared__ alignas(8) unsigned long long barrier;
  box[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  float value = 0.0f;
#if __CUDA_ARCH__ >= 900
  unsigned rank, size, address = static_cast<unsigned>(__cvta_generic_to_shared(&box[threadIdx.x])), remote, remote_bar;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"((rank + 1) % size));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote_bar)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&barrier))), "r"((rank + 1) % size));
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(remote) : "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(remote), "f"(value) : "memory");
  asm volatile("atom.shared::cluster.add.u32 %0, [%1], 1;" : "=r"(size) : "r"(remote) : "memory");
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(remote), "r"(size), "r"(remote_bar) : "memory");
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(remote), "r"(size),
               "r"(remote_bar) : "memory");
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote_bar) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(remote), "r"(address),
               "r"(remote_bar) : "memory");
#else
  barrier = threadIdx.x;
  __syncthreads();
  value = box[threadIdx.x ^ 1];
#endif
  out[blockIdx.x * 128 + threadIdx.x] = value;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define PAIR __cluster_dims__(2, 1, 1)
#else
#define PAIR
#endif

__global__ void PAIR fixed_cluster(float* out) {
#if __CUDA_ARCH__ >= 900
  unsigned id, x, count;
  asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(id));
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
  asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(count));
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; @p add.u32 %0, %0, 1; }" : "+r"(id));
  out[threadIdx.x] = static_cast<float>(id + x + count);
#else
  out[threadIdx.x] = 1.0f;
#endif
}

// Persistent blocks that take their next piece of the grid from the hardware.
__global__ void take_work(int* out) {
#if __CUDA_ARCH__ >= 1000
  __shared__ alignas(16) int4 answer;
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&answer)), bar = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(to), "r"(bar) : "memory");
  __syncthreads();
  unsigned found;
  asm volatile("{ .reg .pred p; .reg .b128 h; ld.shared.b128 h, [%1]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, h; selp.u32 %0, 1, 0, p; }"
               : "=r"(found) : "r"(to) : "memory");
  out[threadIdx.x] = found;
#else
  out[threadIdx.x] = 0;
#endif
}
