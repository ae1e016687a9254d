// Adds the product of 64 x 16 and 16 x 256 halves in shared memory, given by their descriptors, to the sums of a
// warpgroup, asynchronously (PTX: wgmma.mma_async). The predicate says whether sums are added to; the ones after it
// leave the signs of the operands as they are. kTransposedLeft and kTransposedRight: 1 where the terms of an operand
// lie on different lines. With g = lane / 4, q = lane % 4: sums 4p and 4p + 1 are those of row g of the warp's 16,
// columns 8p + 2q and the next, sums 4p + 2 and 4p + 3 those of row g + 8.
template <int kTransposedLeft, int kTransposedRight>
__device__ __forceinline__ void wgmma_halves_256(float (&sums)[128], unsigned long long left_matrix,
                                                 unsigned long long right_matrix, bool adds = true) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile(
      "{ .reg .pred adds; setp.ne.b32 adds, %132, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
      "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
      "%59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, "
      "%78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, "
      "%97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, "
      "%113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
      "}, %128, %129, adds, 1, 1, %130, %131; }"
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
        "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]),
        "+f"(sums[67]), "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71]), "+f"(sums[72]),
        "+f"(sums[73]), "+f"(sums[74]), "+f"(sums[75]), "+f"(sums[76]), "+f"(sums[77]), "+f"(sums[78]),
        "+f"(sums[79]), "+f"(sums[80]), "+f"(sums[81]), "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]),
        "+f"(sums[85]), "+f"(sums[86]), "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]),
        "+f"(sums[91]), "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95]), "+f"(sums[96]),
        "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99]), "+f"(sums[100]), "+f"(sums[101]), "+f"(sums[102]),
        "+f"(sums[103]), "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]), "+f"(sums[107]), "+f"(sums[108]),
        "+f"(sums[109]), "+f"(sums[110]), "+f"(sums[111]), "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]),
        "+f"(sums[115]), "+f"(sums[116]), "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]), "+f"(sums[120]),
        "+f"(sums[121]), "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]), "+f"(sums[125]), "+f"(sums[126]),
        "+f"(sums[127])
      : "l"(left_matrix), "l"(right_matrix), "n"(kTransposedLeft), "n"(kTransposedRight), "r"((int)adds));
#elif defined(__CUDA_ARCH__)
#error "wgmma needs sm_90a"
#endif
}
