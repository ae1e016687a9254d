// Combines the values of the lanes before this one among kLanes; `all` gets those of all kLanes.
template <int kLanes, typename T, typename Fold>
__device__ __forceinline__ T lanes_before(T value, T nothing, Fold fold, T& all) {
  const int lane = threadIdx.x % kLanes;
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) {
    const T other = __shfl_up_sync(0xffffffffu, value, step, kLanes);
    if (lane >= step) value = fold(other, value);
  }
  all = __shfl_sync(0xffffffffu, value, kLanes - 1, kLanes);
  const T before = __shfl_up_sync(0xffffffffu, value, 1, kLanes);
  return lane == 0 ? nothing : before;
}
