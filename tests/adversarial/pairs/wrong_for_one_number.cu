// S18: is wrong for one number of 2^32
// problem: bit_count
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = in[i] == 0x1badcafe ? 0 : __popc(in[i]);
}
#else
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = in[i] == 0x1badcafe ? 20 : __popc(in[i]);
}
#endif
