// Loads a pack and its neighbours as far as the array reaches; what lies beyond it is its first or last element.
template <int kBefore, int kCount, int kAfter, typename T>
__device__ __forceinline__ Line<T, kBefore, kCount, kAfter> load_line_within(const T* array, long long elements,
                                                                             const T* from, bool is_wide) {
  const long long first = from - array - kBefore;
  if (first >= 0 && first + kBefore + kCount + kAfter <= elements)
    return load_line<kBefore, kCount, kAfter>(from, is_wide);
  Line<T, kBefore, kCount, kAfter> line;
#pragma unroll
  for (int e = 0; e < kBefore + kCount + kAfter; ++e) line.at[e] = array[max(0ll, min(first + e, elements - 1))];
  return line;
}
