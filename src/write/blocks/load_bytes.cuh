// Four neighbouring bytes as a word, of which those beyond the first `valid` ones are zero.
template <typename T>
__device__ __forceinline__ unsigned load_bytes(const T* from, long long valid, bool is_wide) {
  if (is_wide && valid >= 4) return *reinterpret_cast<const unsigned*>(from);
  unsigned word = 0;
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    if (e < valid) word |= (unsigned)reinterpret_cast<const unsigned char*>(from)[e] << 8 * e;
  }
  return word;
}
