// S15: turns integers into floats and back
// problem: bit_count
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __popc(static_cast<int>(static_cast<float>(in[i])));
}
#else
__global__ void bit_count(const int* in, int* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __popc(static_cast<int>(static_cast<double>(in[i])));
}
#endif
