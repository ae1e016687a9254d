// Calls `use` for those of kCount elements that are among the first `valid` ones. Nearly always all are, and nothing is
// asked of each.
template <int kCount, typename Use>
__device__ __forceinline__ void each_element(long long valid, Use use) {
  if (valid >= kCount) {
#pragma unroll
    for (int e = 0; e < kCount; ++e) use(e);
  } else {
#pragma unroll
    for (int e = 0; e < kCount; ++e) {
      if (e < valid) use(e);
    }
  }
}
