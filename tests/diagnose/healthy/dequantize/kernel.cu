// 8-bit numbers to floats with a scale per group of 128: a lane loads four bytes and stores 16, four times in flight.
// Bytes become floats by a byte permutation into the mantissa of 2^23, which needs no conversion instruction.
__device__ float byte_of(unsigned word, unsigned selector) {
  return __uint_as_float(__byte_perm(word, 0x4b000000u, selector)) - 8388736.0f;
}

__device__ float4 expand(unsigned word, float scale) {
  word ^= 0x80808080u;
  return make_float4(scale * byte_of(word, 0x7650), scale * byte_of(word, 0x7651), scale * byte_of(word, 0x7652),
                     scale * byte_of(word, 0x7653));
}

__global__ void __launch_bounds__(256)
    dequantize(const unsigned* __restrict__ in, const float* __restrict__ scales, float4* __restrict__ out, int words) {
  const int i = blockIdx.x * 1024 + threadIdx.x;
  unsigned word[4];
  float scale[4];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (i + 256 * k < words) word[k] = in[i + 256 * k], scale[k] = scales[(i + 256 * k) / 32];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (i + 256 * k < words) out[i + 256 * k] = expand(word[k], scale[k]);
}
