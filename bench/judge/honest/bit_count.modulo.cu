// by a remainder
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i];
  x = x - (x >> 1 & 033333333333u) - (x >> 2 & 011111111111u);
  out[i] = ((x + (x >> 3)) & 030707070707u) % 63u;
}
