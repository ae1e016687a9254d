// Adds the product of 64 x 8 and 8 x 128 tf32 numbers in shared memory, given by their descriptors, to the sums of a
// warpgroup, asynchronously (PTX: wgmma.mma_async). The predicate says whether sums are added to; the ones after it
// leave the signs of the operands as they are. Terms of both operands lie side by side. With g = lane / 4, q = lane %
// 4: sums 4p and 4p + 1 are those of row g of the warp's 16, columns 8p + 2q and the next, sums 4p + 2 and 4p + 3 those
// of row g + 8.
__device__ __forceinline__ void wgmma_tf32_128(float (&sums)[64], unsigned long long left_matrix,
                                               unsigned long long right_matrix, bool adds = true) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %66, 0; wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
        "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]),
        "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]),
        "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]),
        "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]),
        "+f"(sums[31]), "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]), "+f"(sums[36]),
        "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]), "+f"(sums[42]),
        "+f"(sums[43]), "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47]), "+f"(sums[48]),
        "+f"(sums[49]), "+f"(sums[50]), "+f"(sums[51]), "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]),
        "+f"(sums[55]), "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]), "+f"(sums[60]),
        "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63])
      : "l"(left_matrix), "l"(right_matrix), "r"((int)adds));
#elif defined(__CUDA_ARCH__)
#error "wgmma needs sm_90a"
#endif
}
