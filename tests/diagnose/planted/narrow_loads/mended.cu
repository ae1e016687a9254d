// The kernel of a.cu with 16 bytes per thread; two bytes are blended in one multiplication.
__device__ unsigned blend4(unsigned a, unsigned b, unsigned weight) {
  unsigned even = ((a & 0xff00ffu) * weight + (b & 0xff00ffu) * (256 - weight)) >> 8 & 0xff00ffu;
  unsigned odd = ((a >> 8 & 0xff00ffu) * weight + (b >> 8 & 0xff00ffu) * (256 - weight)) & 0xff00ff00u;
  return even | odd;
}

__global__ void blend(const uint4* a, const uint4* b, uint4* out, int n, int weight) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 16) return;
  uint4 x = a[i], y = b[i];
  out[i] = make_uint4(blend4(x.x, y.x, weight), blend4(x.y, y.y, weight), blend4(x.z, y.z, weight),
                      blend4(x.w, y.w, weight));
}
