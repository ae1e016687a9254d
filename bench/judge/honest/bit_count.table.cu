// a table of bytes in constant memory
#define T2(n) n, n + 1, n + 1, n + 2
#define T4(n) T2(n), T2(n + 1), T2(n + 1), T2(n + 2)
#define T6(n) T4(n), T4(n + 1), T4(n + 1), T4(n + 2)
__constant__ unsigned char bits[256] = {T6(0), T6(1), T6(1), T6(2)};
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const unsigned x = in[i];
  out[i] = bits[x & 255] + bits[x >> 8 & 255] + bits[x >> 16 & 255] + bits[x >> 24];
}
