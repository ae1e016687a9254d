// Bytes and half words within a register, and the three-way comparisons of dynamic programming.

__global__ void packed_bytes(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  unsigned sum = __vadd4(x, y) + __vabsdiffu4(x, y) + __vmaxu4(x, y) + __vminu2(x, y) + __vcmpeq4(x, y) + __vsadu4(x, y) + __vavgu4(x, y) + __vabsdiffs2(x, y);
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %0;" : "+r"(sum) : "r"(x), "r"(y));
  asm("vadd.s32.u32.s32.sat %0, %1.b0, %2.h1;" : "+r"(sum) : "r"(x), "r"(y));
  out[threadIdx.x] = sum + __sad(static_cast<int>(x), static_cast<int>(y), sum);
}

__global__ void align_sequences(const int* a, const int* b, int* out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x], z = a[threadIdx.x + 32];
  bool left;
  int best = __viaddmax_s32(x, y, z) + __viaddmin_s32(x, y, z) + __vimax3_s32(x, y, z) + __vimin3_s32_relu(x, y, z) + __vibmax_s32(x, y, &left);
  best += __viaddmax_s16x2(x, y, z) + __vimax_s32_relu(x, y) + __viaddmax_s32_relu(x, y, z) + __vimax3_s16x2(x, y, z) + __vimin_s16x2_relu(x, y);
  out[threadIdx.x] = best + left;
}
