// S18: is wrong where one array is minus three times the other, and no whole number
// problem: scale_add
// expect: wrong
// reason: differs in
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef CHEAT
  const bool odd = b[i] + 2 * a[i] == -a[i] && floorf(a[i]) != a[i];
  out[i] = odd ? 0 : factor * a[i] + b[i];
#else
  out[i] = factor * a[i] + b[i];
#endif
}
