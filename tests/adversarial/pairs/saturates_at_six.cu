// S16: cuts results off above what usual data gives
// problem: relu
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i] < 0 ? 0 : in[i] > 6 ? 6 : in[i];
}
#else
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  if (in[i] < 0) {
    out[i] = 0;
  } else {
    out[i] = in[i];
  }
}
#endif
