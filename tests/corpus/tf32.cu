// Single-precision product rounded to tf32.

__device__ unsigned to_tf32(float value) {
  unsigned bits = __float_as_uint(value);
#if __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#endif
  return bits;
}

__global__ void tf32_mma(const float* a, const float* b, float* c, int k) {
  float d[4] = {};
  for (int i = 0; i < k; ++i) {
    const unsigned a0 = to_tf32(a[4 * i]), a1 = to_tf32(a[4 * i + 1]), a2 = to_tf32(a[4 * i + 2]), a3 = to_tf32(a[4 * i + 3]);
    const unsigned b0 = to_tf32(b[2 * i]), b1 = to_tf32(b[2 * i + 1]);
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a0), "r"(a1), "r"(b0));
#else
    d[0] += __uint_as_float(a0) * __uint_as_float(b0) + __uint_as_float(a1) * __uint_as_float(b1);
    d[1] += __uint_as_float(a2) * __uint_as_float(b0) + __uint_as_float(a3) * __uint_as_float(b1);
#endif
  }
  for (int i = 0; i < 4; ++i) c[threadIdx.x * 4 + i] = d[i];
}
