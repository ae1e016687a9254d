// Stores the elements from `first` to before `last`, counted from the start of the pack.
template <typename T, int kCount>
__device__ __forceinline__ void store_part(T* to, const Pack<T, kCount>& pack, long long first, long long last,
                                           bool is_wide) {
  if (first <= 0) {
    store_pack(to, pack, last, is_wide);
    return;
  }
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    if (e >= first && e < last) to[e] = pack.at[e];
  }
}
