// Planted: a thread handles one byte at a time, so a warp's load brings 32 bytes.
// It rules because instructions and waits per byte, not bytes, take the time: a load instruction could bring 512 bytes.
// Mended: a thread loads and stores 16 bytes as uint4 and works on the bytes in registers.
__global__ void blend(const unsigned char* a, const unsigned char* b, unsigned char* out, int n, int weight) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (unsigned char)((a[i] * weight + b[i] * (256 - weight)) >> 8);
}
