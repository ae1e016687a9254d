// Stores those of the elements that are among the `left` ones.
template <typename T, int kCount>
__device__ __forceinline__ void store_pack(T* to, const Pack<T, kCount>& pack, long long left, bool is_wide) {
  if (is_wide && left >= kCount) {
    *reinterpret_cast<Pack<T, kCount>*>(to) = pack;
    return;
  }
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e < left) to[e] = pack.at[e];
  }
}
