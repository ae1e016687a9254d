// The same as load_pack, of elements that nobody reads again: their lines leave L2 before others do (PTX: ld.cs).
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> stream_pack(const T* from, long long valid, bool is_wide) {
  if constexpr (sizeof(T) * kCount == 16) {
    if (is_wide && valid >= kCount) {
      const uint4 word = __ldcs(reinterpret_cast<const uint4*>(from));
      return reinterpret_cast<const Pack<T, kCount>&>(word);
    }
  }
  return load_pack<kCount>(from, valid, is_wide);
}
