// Line e of 4 x 4 bytes, transposed: byte e of each word.
__device__ __forceinline__ unsigned turn_bytes(const unsigned (&words)[4], int e) {
  const unsigned of_two = e | (4 + e) << 4;  // byte e of the first word, then of the second
  return __byte_perm(__byte_perm(words[0], words[1], of_two), __byte_perm(words[2], words[3], of_two), 0x5410);
}
