// S16: looks at seven bits of an integer
// problem: bit_count
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __popc(in[i] & 127);
}
#else
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i];
  x -= x >> 1 & 0x55555555u;
  x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
  out[i] = (x + (x >> 4) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}
#endif
