// Four matrices of 8 x 8 elements of 2 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets two
// elements of each: those of lines 2 * (L % 4) and the next, in column L / 4 (PTX: ldmatrix.trans).
__device__ __forceinline__ void ldmatrix_x4_transposed(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}
