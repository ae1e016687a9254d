// 128-bit integers and other extensions of the host compiler.
__global__ void multiply(const unsigned long long* in, unsigned long long* out) {
  const unsigned __int128 product = static_cast<unsigned __int128>(in[0]) * in[1];
  out[0] = static_cast<unsigned long long>(product);
  out[1] = static_cast<unsigned long long>(product >> 64);
  out[2] = __builtin_expect(in[2] > 3, 1) ? 1 : 2;
  out[3] = ({ unsigned long long t = in[3]; t * 2; });
}
