// Matrix fragments loaded from and stored to shared memory in every count.

__global__ void fragments(const unsigned* in, unsigned* out) {
  __shared__ alignas(16) unsigned box[256];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(box)) + threadIdx.x * 16;
  box[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  unsigned a, b, c, d, e, f, g;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(b), "=r"(c) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d), "=r"(e), "=r"(f), "=r"(g) : "r"(at));
#if __CUDA_ARCH__ >= 900
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(a) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};" ::"r"(at), "r"(b), "r"(c) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(at), "r"(d), "r"(e), "r"(f), "r"(g) : "memory");
#else
  box[threadIdx.x * 2] = a + b + c + d + e + f + g;
#endif
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM120_ALL)
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
  asm volatile("stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%0], {%1,%2};" ::"r"(at), "r"(a), "r"(b) : "memory");
#endif
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x ^ 3];
}
