// One warp: C = A B with A 16 x k by rows and B 8 x k by rows, a matrix instruction for each step of k. Rows are taken as
// 32-bit words: whatever the element, register i of A holds word t + 4 * (i / 2) of row g + 8 * (i % 2), and register i of
// B word t + 4 * i of row g, for lane 4 * g + t.

template <int registers>
__device__ void load_left(unsigned (&r)[registers], const unsigned* a, int stride) {
  const int g = threadIdx.x >> 2, t = threadIdx.x & 3;
  for (int i = 0; i < registers; ++i) r[i] = a[(g + 8 * (i & 1)) * stride + t + 4 * (i >> 1)];
}

template <int registers>
__device__ void load_right(unsigned (&r)[registers], const unsigned* b, int stride) {
  const int g = threadIdx.x >> 2, t = threadIdx.x & 3;
  for (int i = 0; i < registers; ++i) r[i] = b[g * stride + t + 4 * i];
}

template <typename T>
__device__ void store(T* c, const T (&d)[4]) {
  const int g = threadIdx.x >> 2, t = threadIdx.x & 3;
  for (int i = 0; i < 4; ++i) c[(g + 8 * (i >> 1)) * 8 + 2 * t + (i & 1)] = d[i];
}

// Steps of eight words: four registers of A, two of B. `to` is "+f" or "+r".
#define WIDE_KERNEL(name, opcode, type, to)                                                                            \
  __global__ void name(const unsigned* a, const unsigned* b, type* c, int words) {                                     \
    type d[4] = {};                                                                                                    \
    for (int w = 0; w < words; w += 8) {                                                                               \
      unsigned left[4], right[2];                                                                                      \
      load_left(left, a + w, words);                                                                                   \
      load_right(right, b + w, words);                                                                                 \
      asm volatile(opcode " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                                     \
                   : to(d[0]), to(d[1]), to(d[2]), to(d[3])                                                            \
                   : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));            \
    }                                                                                                                  \
    store(c, d);                                                                                                       \
  }

// Steps of four words: two registers of A, one of B.
#define NARROW_KERNEL(name, opcode, type, to)                                                                          \
  __global__ void name(const unsigned* a, const unsigned* b, type* c, int words) {                                     \
    type d[4] = {};                                                                                                    \
    for (int w = 0; w < words; w += 4) {                                                                               \
      unsigned left[2], right[1];                                                                                      \
      load_left(left, a + w, words);                                                                                   \
      load_right(right, b + w, words);                                                                                 \
      asm volatile(opcode " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"                                              \
                   : to(d[0]), to(d[1]), to(d[2]), to(d[3])                                                            \
                   : "r"(left[0]), "r"(left[1]), "r"(right[0]));                                                       \
    }                                                                                                                  \
    store(c, d);                                                                                                       \
  }

WIDE_KERNEL(mma_f16, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", float, "+f")
NARROW_KERNEL(mma_f16_k8, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", float, "+f")
WIDE_KERNEL(mma_bf16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", float, "+f")
NARROW_KERNEL(mma_bf16_k8, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", float, "+f")
WIDE_KERNEL(mma_tf32, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", float, "+f")
NARROW_KERNEL(mma_tf32_k4, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", float, "+f")
WIDE_KERNEL(mma_s8, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", int, "+r")
NARROW_KERNEL(mma_s8_k16, "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", int, "+r")
WIDE_KERNEL(mma_u8_s8, "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", int, "+r")
WIDE_KERNEL(mma_s4, "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", int, "+r")
NARROW_KERNEL(mma_u4_k32, "mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32", int, "+r")
WIDE_KERNEL(mma_b1_and, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", int, "+r")
NARROW_KERNEL(mma_b1_xor, "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc", int, "+r")

#if __CUDA_ARCH__ >= 890
WIDE_KERNEL(mma_e4m3, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", float, "+f")
WIDE_KERNEL(mma_e5m2, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", float, "+f")
WIDE_KERNEL(mma_mixed_fp8, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", float, "+f")
#endif

// Halves gathered in halves: two results a register.
__global__ void mma_f16_half(const unsigned* a, const unsigned* b, unsigned* c, int words) {
  unsigned d[2] = {};
  for (int w = 0; w < words; w += 8) {
    unsigned left[4], right[2];
    load_left(left, a + w, words);
    load_right(right, b + w, words);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
  }
  const int g = threadIdx.x >> 2, t = threadIdx.x & 3;
  for (int i = 0; i < 2; ++i) c[(g + 8 * i) * 4 + t] = d[i];
}

#if __CUDA_ARCH__ >= 900
__global__ void mma_f64(const double* a, const double* b, double* c, int k) {
  double d[4] = {};
  const int g = threadIdx.x >> 2, t = threadIdx.x & 3;
  for (int at = 0; at < k; at += 8) {
    const double *left = a + g * k + at + t, *below = left + 8 * k, *right = b + g * k + at + t;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(left[0]), "d"(below[0]), "d"(left[4]), "d"(below[4]), "d"(right[0]), "d"(right[4]));
  }
  store(c, d);
}
#endif
