// The greatest of the numbers that the lanes with this one's rows have, of 4 x 8 lanes.
__device__ __forceinline__ float greatest_across(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 1));
  x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 4));
  return fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 8));
}
