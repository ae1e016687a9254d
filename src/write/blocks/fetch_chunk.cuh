// Brings the elements of a chunk of 16 bytes that are among the `left` ones to shared memory, and zeros for the others: in
// the background where it is whole and its address allows it.
template <typename T>
__device__ __forceinline__ void fetch_chunk(uint4* to, const T* from, int left, bool is_wide) {
  constexpr int kCount = 16 / sizeof(T);
  if (is_wide && left >= kCount) {
    copy_async(to, from);
  } else {
    *reinterpret_cast<Pack<T, kCount>*>(to) = load_pack<kCount>(from, left, false);
  }
}
