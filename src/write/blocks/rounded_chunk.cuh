// Four floats, rounded to tf32.
__device__ __forceinline__ uint4 rounded_chunk(const Pack<float, 4>& pack) {
  unsigned words[4];
#pragma unroll
  for (int e = 0; e < 4; ++e) words[e] = __float_as_uint(pack.at[e]);
  round_to_tf32(words);
  return make_uint4(words[0], words[1], words[2], words[3]);
}
