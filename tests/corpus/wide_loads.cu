// 256 bits a lane from sm_100 on, two 128-bit halves before.

__global__ void scale_by_eight(const float* in, float* out, float by, int n8) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n8) return;
  float v[8];
#if __CUDA_ARCH__ >= 1000
  asm volatile("ld.global.v8.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8];"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]), "=f"(v[4]), "=f"(v[5]), "=f"(v[6]), "=f"(v[7]) : "l"(in + 8 * i));
#else
  *reinterpret_cast<float4*>(v) = *reinterpret_cast<const float4*>(in + 8 * i);
  *reinterpret_cast<float4*>(v + 4) = *reinterpret_cast<const float4*>(in + 8 * i + 4);
#endif
  for (float& value : v) value *= by;
#if __CUDA_ARCH__ >= 1000
  asm volatile("st.global.v8.f32 [%0], {%1,%2,%3,%4,%5,%6,%7,%8};" ::"l"(out + 8 * i), "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3]), "f"(v[4]),
               "f"(v[5]), "f"(v[6]), "f"(v[7]) : "memory");
#else
  *reinterpret_cast<float4*>(out + 8 * i) = *reinterpret_cast<const float4*>(v);
  *reinterpret_cast<float4*>(out + 8 * i + 4) = *reinterpret_cast<const float4*>(v + 4);
#endif
}

__global__ void copy_doubles(const double* in, double* out) {
  double v[4] = {};
#if __CUDA_ARCH__ >= 1000
  asm volatile("ld.global.L2::evict_last.v4.f64 {%0,%1,%2,%3}, [%4];" : "=d"(v[0]), "=d"(v[1]), "=d"(v[2]), "=d"(v[3]) : "l"(in + 4 * threadIdx.x));
  asm volatile("st.global.v4.f64 [%0], {%1,%2,%3,%4};" ::"l"(out + 4 * threadIdx.x), "d"(v[0]), "d"(v[1]), "d"(v[2]), "d"(v[3]) : "memory");
#else
  v[0] = in[threadIdx.x];
  out[threadIdx.x] = v[0] + v[3];
#endif
}
