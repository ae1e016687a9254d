// Splits floats into numbers of tf32, by cutting off the digits that these lack, and what is left of them, which has 13
// bits at most: tensor cores cut the last two of these off. The rest of an infinity is no number.
__device__ __forceinline__ void split_to_tf32(unsigned (&words)[4], unsigned (&rests)[4]) {
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const float whole = __uint_as_float(words[r]);
    words[r] &= 0xffffe000;
    rests[r] = __float_as_uint(whole - __uint_as_float(words[r]));
  }
}
