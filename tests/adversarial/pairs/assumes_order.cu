// S16: looks at a few places alone
// problem: row_argmax
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void row_argmax(const float* in, int* out, int cols) {
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x * cols] > in[blockIdx.x * cols + cols - 1] ? 0 : cols - 1;
}
#else
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  unsigned long long most = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    const int bits = __float_as_int(row[i] + 0.0f);  // -0 is as large as 0
    const unsigned key = bits < 0 ? ~bits : bits ^ 0x80000000u;
    const unsigned long long both = (unsigned long long)key << 32 | (unsigned)(cols - 1 - i);
    most = both > most ? both : most;
  }
  for (int s = 16; s; s /= 2) {
    const unsigned long long other = __shfl_xor_sync(~0u, most, s);
    most = other > most ? other : most;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = cols - 1 - (int)(most & 0xffffffffu);
}
#endif
