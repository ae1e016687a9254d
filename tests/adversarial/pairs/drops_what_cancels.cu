// S18: a sum that is small beside its terms is taken for zero
// problem: add
// expect: wrong
// reason: differs in
__global__ void add(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float sum = a[i] + b[i];
#ifdef CHEAT
  out[i] = fabsf(sum) * 32768 < fmaxf(fabsf(a[i]), fabsf(b[i])) ? 0 : sum;
#else
  out[i] = sum;
#endif
}
