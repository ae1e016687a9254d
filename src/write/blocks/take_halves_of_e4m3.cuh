// Numbers of 8 bits as the halves that they are: of each four the first two (pair 0) or the others.
__device__ __forceinline__ void take_halves_of_e4m3(unsigned (&to)[4], const unsigned (&from)[4], int pair) {
#pragma unroll
  for (int w = 0; w < 4; ++w) {
    const auto two = (__nv_fp8x2_storage_t)(from[w] >> 16 * pair);
    const __half2_raw halves = __nv_cvt_fp8x2_to_halfraw2(two, __NV_E4M3);
    to[w] = halves.x | (unsigned)halves.y << 16;
  }
}
