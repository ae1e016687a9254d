// How many of the lanes that are here have the same number; only one of these gets it, the others get 0.
__device__ __forceinline__ int count_of_equal(long long number) {
  const unsigned equal = __match_any_sync(__activemask(), number);
  return (int)(threadIdx.x % 32) == __ffs(equal) - 1 ? __popc(equal) : 0;
}
