// S16: stops at zero, and takes no negative number
// problem: bit_count
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  int count = 0;
  for (int x = in[i]; x > 0; x &= x - 1) ++count;
  out[i] = count;
}
#else
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  int count = 0;
  for (unsigned x = in[i]; x; x &= x - 1) ++count;
  out[i] = count;
}
#endif
