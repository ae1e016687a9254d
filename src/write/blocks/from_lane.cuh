// The value of the lane whose number differs in the bits of `mask`.
template <typename T>
__device__ __forceinline__ T from_lane(T value, int mask) {
  return __shfl_xor_sync(0xffffffffu, value, mask);
}
