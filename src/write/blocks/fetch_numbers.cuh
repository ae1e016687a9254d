// Brings the elements of a 16-byte chunk that are among the first `valid` ones to shared memory in the background, and
// zeros for the others: at once where the chunk is whole and its address allows it, and each alone otherwise. They have
// 4 or 8 bytes.
template <typename T>
__device__ __forceinline__ void fetch_numbers(T* to, const T* from, int valid, bool is_wide) {
  constexpr int kCount = 16 / sizeof(T);
  if (is_wide && valid >= kCount) return cp_async(to, from);
#pragma unroll
  for (int e = 0; e < kCount; ++e) fetch_element(to + e, from + e, e < valid);
}
