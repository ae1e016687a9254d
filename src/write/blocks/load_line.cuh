// Loads a pack and its neighbours.
template <int kBefore, int kCount, int kAfter, typename T>
__device__ __forceinline__ Line<T, kBefore, kCount, kAfter> load_line(const T* from, bool is_wide) {
  Line<T, kBefore, kCount, kAfter> line;
  const Pack<T, kCount> pack = load_pack<kCount>(from, kCount, is_wide);
#pragma unroll
  for (int e = 0; e < kBefore; ++e) line.at[e] = from[e - kBefore];
#pragma unroll
  for (int e = 0; e < kCount; ++e) line.at[kBefore + e] = pack.at[e];
#pragma unroll
  for (int e = 0; e < kAfter; ++e) line.at[kBefore + kCount + e] = from[kCount + e];
  return line;
}
