// Calls `use` for those of kCount elements that are among the `left` ones. Nearly always all are, and nothing is asked
// of each.
template <int kCount, typename Use>
__device__ __forceinline__ void each_element(long long left, Use use) {
  if (left >= kCount) {
#pragma unroll
    for (int e = 0; e < kCount; ++e) use(e);
  } else {
#pragma unroll
    for (int e = 0; e < kCount; ++e) {
      if (e < left) use(e);
    }
  }
}
