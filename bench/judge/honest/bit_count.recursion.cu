// halves, recursively
__device__ __noinline__ int half_by_half(unsigned x, int width) {
  if (width == 1) return x & 1;
  return half_by_half(x >> width / 2, width / 2) + half_by_half(x & ((1u << width / 2) - 1), width / 2);
}
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = half_by_half(in[i], 32);
}
