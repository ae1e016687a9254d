// atomics on ordered integers
__global__ void vector_max(const float* in, float* out, int n) {
  __shared__ unsigned top;
  if (threadIdx.x == 0) top = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256) {
    const unsigned bits = __float_as_uint(in[i]);
    atomicMax(&top, bits >> 31 ? ~bits : bits | 0x80000000u);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = __uint_as_float(top >> 31 ? top & 0x7fffffffu : ~top);
}
