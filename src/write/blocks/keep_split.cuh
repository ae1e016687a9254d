// Stores four floats as split numbers: rounded to tf32 here, and what is left of them kRests chunks further on, of
// which tensor cores cut off two bits at most. The rest of an infinity, of a NaN, and of what rounding takes to an
// infinity, is no finite number. Integers round faster than the instruction for tf32 does.
template <int kRests>
__device__ __forceinline__ void keep_split(uint4* to, const Pack<float, 4>& pack) {
  unsigned words[4], rests[4];
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    words[e] = (__float_as_uint(pack.at[e]) + 0x1000) & 0xffffe000;  // 13 bits less, halves away from zero
    rests[e] = __float_as_uint(pack.at[e] - __uint_as_float(words[e]));
  }
  *to = make_uint4(words[0], words[1], words[2], words[3]);
  to[kRests] = make_uint4(rests[0], rests[1], rests[2], rests[3]);
}
