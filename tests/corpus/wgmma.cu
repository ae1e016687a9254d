// Warpgroup products: operands in shared memory or registers, registers handed between producer and consumers.

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int pending>
__device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory"); }

#define EIGHT(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define R8 "{%0,%1,%2,%3,%4,%5,%6,%7}"
#define R32 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}"

__device__ void multiply_64(float (&d)[32], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " R32 ", %32, %33, 1, 1, 1, 0, 1;"
               : EIGHT(d, 0), EIGHT(d, 8), EIGHT(d, 16), EIGHT(d, 24) : "l"(a), "l"(b));
}
__device__ void multiply_16_bf16(float (&d)[8], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 " R8 ", %8, %9, 1, 1, 1, 0, 0;" : EIGHT(d, 0) : "l"(a), "l"(b));
}
__device__ void multiply_16_tf32(float (&d)[8], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 " R8 ", %8, %9, 1, 1, 1;" : EIGHT(d, 0) : "l"(a), "l"(b));
}
__device__ void multiply_16_e4m3(float (&d)[8], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e5m2 " R8 ", %8, %9, 1, 1, 1;" : EIGHT(d, 0) : "l"(a), "l"(b));
}
__device__ void multiply_registers(float (&d)[8], const unsigned (&a)[4], unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " R8 ", {%8,%9,%10,%11}, %12, 1, 1, 1, 0;"
               : EIGHT(d, 0) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__device__ void multiply_integers(int (&d)[8], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.s8 " R8 ", %8, %9, 1;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]) : "l"(a), "l"(b));
}
__device__ void multiply_bits(int (&d)[8], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n16k256.s32.b1.b1.and.popc " R8 ", %8, %9, 1;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]) : "l"(a), "l"(b));
}
__device__ void multiply_sparse(float (&d)[8], unsigned long long a, unsigned long long b, unsigned meta) {
  asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.f16.f16 " R8 ", %8, %9, %10, 0, 1, 1, 1, 0, 0;"
               : EIGHT(d, 0) : "l"(a), "l"(b), "r"(meta));
}
#endif

__global__ void __launch_bounds__(128) warpgroup_product(unsigned long long a, unsigned long long b, float* out, int k) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  float d[32] = {};
  for (int i = 0; i < k; ++i) {
    fence();
    multiply_64(d, a + 2 * i, b + 2 * i);
    multiply_64(d, a + 4 * i, b + 4 * i);
    commit();
    wait<0>();
  }
  for (int i = 0; i < 32; ++i) out[i * 128 + threadIdx.x] = d[i];
#else
  out[threadIdx.x] = static_cast<float>(a * b) * k;
#endif
}

__global__ void __launch_bounds__(128) warpgroup_types(unsigned long long a, unsigned long long b, const unsigned* in, float* out) {
  float sum = static_cast<float>(in[threadIdx.x]);
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  float d[5][8] = {};
  int e[2][8] = {};
  const unsigned left[4] = {in[0], in[1], in[2], in[3]};
  fence();
  multiply_16_bf16(d[0], a, b);
  multiply_16_tf32(d[1], a, b);
  multiply_16_e4m3(d[2], a, b);
  multiply_registers(d[3], left, b);
  multiply_sparse(d[4], a, b, in[4]);
  multiply_integers(e[0], a, b);
  multiply_bits(e[1], a, b);
  commit();
  wait<0>();
  for (int i = 0; i < 8; ++i) sum += d[0][i] + d[1][i] + d[2][i] + d[3][i] + d[4][i] + static_cast<float>(e[0][i] + e[1][i]);
#endif
  out[threadIdx.x] = sum + static_cast<float>(a + b);
}

__global__ void __launch_bounds__(384, 1) hand_registers_over(float* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_FEAT_SM100_ALL)
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    out[threadIdx.x] = 1.0f;
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    out[threadIdx.x] = 2.0f;
  }
#else
  out[threadIdx.x] = 1.0f;
#endif
}
