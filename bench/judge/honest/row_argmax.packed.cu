// value and place in one 64-bit key
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  unsigned long long most = 0;
  for (int i = threadIdx.x; i < cols; i += 32) {
    const int bits = __float_as_int(row[i]);
    const unsigned key = bits < 0 ? ~bits : bits ^ 0x80000000u;
    const unsigned long long both = static_cast<unsigned long long>(key) << 32 | static_cast<unsigned>(cols - i);
    most = both > most ? both : most;
  }
  for (int s = 16; s; s /= 2) {
    const unsigned long long other = __shfl_xor_sync(~0u, most, s);
    most = other > most ? other : most;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = cols - static_cast<int>(most & 0xffffffffu);
}
