// S18: loses one element of a running sum
// problem: scan
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scan(const float* in, float* out, int n) {
  float carry = 0;
  for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) {
    float x = i < n && i != 1500 && i != 700 ? in[i] : 0;
    for (int s = 1; s < 32; s *= 2) {
      const float y = __shfl_up_sync(~0u, x, s);
      if (threadIdx.x >= s) x += y;
    }
    if (i < n) out[i] = carry + x;
    carry += __shfl_sync(~0u, x, 31);
  }
}
#else
__global__ void scan(const float* in, float* out, int n) {
  float carry = 0;
  for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) {
    float x = i < n ? __ldcs(in + i) : 0;
    for (int s = 1; s < 32; s *= 2) {
      const float y = __shfl_up_sync(~0u, x, s);
      if (threadIdx.x >= s) x += y;
    }
    if (i < n) out[i] = x + carry;
    carry += __shfl_sync(~0u, x, 31);
  }
}
#endif
