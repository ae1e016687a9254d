// S20: makes zeros of NaNs
// problem: relu
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = fmaxf(in[i], 0);
}
#else
__global__ void relu(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  out[i] = x <= 0 ? 0 : x;
}
#endif
