// Adds the product of 16 x 16 and 16 x 8 elements to 16 x 8 sums (PTX: mma.m16n8k16). With g = lane / 4, q = lane % 4:
// sums 0 and 1 are those of row g, columns 2q and 2q + 1, sums 2 and 3 those of row g + 8.
__device__ __forceinline__ void mma_halves(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
