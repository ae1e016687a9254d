// Brings the elements of a 16-byte chunk that are among the first `valid` ones to shared memory, and zeros for the
// others: by cp.async where the chunk is whole and its address allows it.
template <typename T>
__device__ __forceinline__ void fetch_chunk(uint4* to, const T* from, int valid, bool is_wide) {
  constexpr int kCount = 16 / sizeof(T);
  if (is_wide && valid >= kCount) {
    cp_async(to, from);
  } else {
    *reinterpret_cast<Pack<T, kCount>*>(to) = load_pack<kCount>(from, valid, false);
  }
}
