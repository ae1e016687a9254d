// Rounds floats to the nearest numbers with the 10 bits of fraction of tf32: tensor cores would cut the other bits off,
// which shrinks sums.
__device__ __forceinline__ void round_to_tf32(unsigned (&words)[4]) {
#pragma unroll
  for (int r = 0; r < 4; ++r) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(words[r]) : "f"(__uint_as_float(words[r])));
}
