// The greatest of the numbers that kLanes neighbouring lanes have.
template <int kLanes>
__device__ __forceinline__ float greatest_of_lanes(float x) {
#pragma unroll
  for (int away = 1; away < kLanes; away *= 2) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, away));
  return x;
}
