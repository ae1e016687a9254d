// How many bits are set.
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = __popc(in[i]);
}
