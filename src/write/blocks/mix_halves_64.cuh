// Adds the product of 64 x 16 halves in registers and 16 x 64 in shared memory, given by their descriptor, to the
// sums of a warpgroup, asynchronously (PTX: wgmma.mma_async). The terms of the right operand lie on different lines.
// With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row g of the warp's 16, columns 8p + 2q and the
// next, sums 4p + 2 and 4p + 3 those of row g + 8. Words of the left operand are pairs: terms 2q and the next of row g,
// then of row g + 8, then terms 2q + 8 and the next of both.
__device__ __forceinline__ void mix_halves_64(float (&sums)[32], const unsigned (&left)[4],
                                            unsigned long long right_matrix) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
      "}, {%32, %33, %34, %35}, %36, adds, 1, 1, 1; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
        "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]), "+f"(sums[13]),
        "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]),
        "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]),
        "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "l"(right_matrix));
#elif defined(__CUDA_ARCH__)
#error "wgmma needs sm_90a"
#endif
}
