// Combines the values of kLanes neighbouring lanes, a power of two; every lane gets the result.
template <int kLanes, typename T, typename Fold>
__device__ __forceinline__ T reduce_lanes(T value, Fold fold) {
#pragma unroll
  for (int mask = kLanes / 2; mask > 0; mask /= 2) value = fold(value, from_lane(value, mask));
  return value;
}
