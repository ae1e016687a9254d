// Elements that are loaded long before they are used. They stay the words that came: taking them apart would wait for
// them.
template <typename T, int kCount>
struct HeldWords {
  unsigned words[sizeof(T) * kCount / 4];

  __device__ __forceinline__ T at(int e) const { return reinterpret_cast<const T*>(words)[e]; }
};
