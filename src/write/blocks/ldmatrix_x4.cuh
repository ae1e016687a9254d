// Four matrices of 8 x 16 bytes; lane L gives the address of line L % 8 of matrix L / 8, and gets 4 bytes of each:
// bytes 4 * (L % 4) of line L / 4 (PTX: ldmatrix).
__device__ __forceinline__ void ldmatrix_x4(unsigned (&to)[4], const uint4* line) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"((unsigned)__cvta_generic_to_shared(line))
               : "memory");
}
