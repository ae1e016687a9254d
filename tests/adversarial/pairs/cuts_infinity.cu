// S20: makes large numbers of infinities
// problem: relu
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i] < 0 ? 0 : in[i] > 1e30f ? 1e30f : in[i];
}
#else
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i] > 0 ? in[i] : in[i] < 0 ? 0 : in[i];
}
#endif
