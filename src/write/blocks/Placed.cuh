// A value and the first place where it was seen; a negative place: it was not seen at all.
template <typename T>
struct Placed {
  T value;
  long long place;
};

template <typename T>
__device__ __forceinline__ Placed<T> from_lane(Placed<T> value, int mask) {
  return {__shfl_xor_sync(0xffffffffu, value.value, mask), __shfl_xor_sync(0xffffffffu, value.place, mask)};
}
