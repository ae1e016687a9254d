// two at a time in 64 bits
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const unsigned long long both = static_cast<unsigned long long>(static_cast<unsigned>(in[i])) << 32;
  out[i] = __popcll(both);
}
