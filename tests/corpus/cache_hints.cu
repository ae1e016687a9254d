// Loads and stores that say how long the data will matter.

__global__ void hints(const float* in, float* out, volatile float* shy) {
  const int i = threadIdx.x;
  float sum = __ldcg(in + i) + __ldca(in + i + 32) + __ldcs(in + i + 64) + __ldlu(in + i + 96) + __ldcv(in + i + 128) + __ldg(in + i + 160);
  sum += shy[i];
  shy[i + 32] = sum;
  __stwb(out + i, sum);
  __stcg(out + i + 32, sum);
  __stcs(out + i + 64, sum);
  __stwt(out + i + 96, sum);
}

__global__ void priorities(const float* in, float* out) {
  const int i = threadIdx.x;
  float a, b, c, d;
  asm volatile("ld.global.L1::evict_last.f32 %0, [%1];" : "=f"(a) : "l"(in + i));
  asm volatile("ld.global.L1::no_allocate.f32 %0, [%1];" : "=f"(b) : "l"(in + i + 32));
  asm volatile("ld.global.L1::evict_first.f32 %0, [%1];" : "=f"(c) : "l"(in + i + 64));
#if __CUDA_ARCH__ >= 800
  asm volatile("ld.global.nc.L2::256B.f32 %0, [%1];" : "=f"(d) : "l"(in + i + 96));
#else
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(d) : "l"(in + i + 96));
#endif
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i + 128));
  asm volatile("prefetch.global.L1 [%0];" ::"l"(in + i + 160));
  asm volatile("st.global.L1::no_allocate.f32 [%0], %1;" ::"l"(out + i), "f"(a + b));
#if __CUDA_ARCH__ >= 800
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy));
  asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(a) : "l"(in + i + 192), "l"(policy));
  asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(out + i + 64), "f"(a), "l"(policy));
  asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(out + 128));
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(out + 256));
#endif
  out[i + 32] = c + d;
}

__global__ void generic_copies(const double* in, double* out, const char* bytes, char* to, bool shared) {
  __shared__ double box[64];
  box[threadIdx.x] = 0.0;
  __syncthreads();
  const double* from = shared ? box : in;
  double* into = shared ? out : box;
  into[threadIdx.x] = from[threadIdx.x + 1];
  reinterpret_cast<double2*>(into)[threadIdx.x] = reinterpret_cast<const double2*>(from)[threadIdx.x];
  const char* from_bytes = shared ? reinterpret_cast<char*>(box) : bytes;
  to[threadIdx.x] = from_bytes[threadIdx.x];
}
