// 4- and 6-bit floats with block scales, where the tensor cores take them.

__global__ void narrow_mma(const unsigned* a, const unsigned* b, float* c) {
  float d[4] = {};
#if defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL)
  asm volatile("mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e3m2.e2m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  asm volatile("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e2m1.f32.ue8m0 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3}, {%10}, {0, 0}, {%11}, {0, 0};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(a[4]), "r"(b[4]));
  asm volatile("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3}, {%10}, {0, 0}, {%11}, {0, 0};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(a[4]), "r"(b[4]));
  asm volatile("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3}, {%10}, {0, 0}, {%11}, {0, 0};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(a[4]), "r"(b[4]));
#endif
  for (int i = 0; i < 4; ++i) c[threadIdx.x * 4 + i] = d[i] + static_cast<float>(a[i] * b[i]);
}

__global__ void narrow_conversions(const float2* in, unsigned short* out) {
  const float2 value = in[threadIdx.x];
  unsigned short packed = 0;
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL) || \
    defined(__CUDA_ARCH_FEAT_SM121_ALL)
  unsigned half_pair;
  asm("{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %1, %2; cvt.u16.u8 %0, t; }" : "=h"(packed) : "f"(value.x), "f"(value.y));
  unsigned short six;
  asm("cvt.rn.satfinite.e2m3x2.f32 %0, %1, %2;" : "=h"(six) : "f"(value.x), "f"(value.y));
  asm("cvt.rn.f16x2.e2m3x2 %0, %1;" : "=r"(half_pair) : "h"(six));
  packed += static_cast<unsigned short>(half_pair);
  asm("cvt.rn.satfinite.e3m2x2.f32 %0, %1, %2;" : "=h"(six) : "f"(value.x), "f"(value.y));
  packed += six;
  asm("cvt.rz.satfinite.ue8m0x2.f32 %0, %1, %2;" : "=h"(six) : "f"(value.x), "f"(value.y));
  packed += six;
#else
  packed = static_cast<unsigned short>(__float2uint_rn(value.x + value.y));
#endif
  out[threadIdx.x] = packed;
}
