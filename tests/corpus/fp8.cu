// 8-bit floats: conversions everywhere, tensor products from sm_89 on.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void to_fp8(const float2* in, __nv_fp8x2_e4m3* e4m3, __nv_fp8x2_e5m2* e5m2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  e4m3[i] = __nv_fp8x2_e4m3(in[i]);
  e5m2[i] = __nv_fp8x2_e5m2(in[i]);
}

__global__ void from_fp8(const __nv_fp8x2_e4m3* in, half2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<half2>(in[i]);
}

__global__ void fp8_mma(const unsigned* a, const unsigned* b, float* c) {
  float d[4] = {};
#if __CUDA_ARCH__ >= 890
  unsigned h0 = 0, h1 = 0;
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
               : "+r"(h0), "+r"(h1) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  d[0] += __uint_as_float(h0 + h1);
#endif
  for (int i = 0; i < 4; ++i) c[threadIdx.x * 4 + i] = d[i];
}
