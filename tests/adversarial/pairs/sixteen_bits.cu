// S16: looks at sixteen bits of an integer
// problem: bit_count
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __popc(in[i] & 0xffff);
}
#else
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __popc(in[i] & 0xffff) + __popc(in[i] & 0xffff0000);
}
#endif
