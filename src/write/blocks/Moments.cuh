// How many values there are, their mean, and the sum of the squares of their differences from it.
template <typename T>
struct Moments {
  T count, mean, squares;
};

template <typename T>
__device__ __forceinline__ Moments<T> from_lane(Moments<T> value, int mask) {
  return {__shfl_xor_sync(0xffffffffu, value.count, mask), __shfl_xor_sync(0xffffffffu, value.mean, mask),
          __shfl_xor_sync(0xffffffffu, value.squares, mask)};
}
