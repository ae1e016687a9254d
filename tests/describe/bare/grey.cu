__global__ void grey(const unsigned char* rgb, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int at = y * w + x;
  out[at] = (unsigned char)(0.299f * rgb[3 * at] + 0.587f * rgb[3 * at + 1] + 0.114f * rgb[3 * at + 2]);
}
